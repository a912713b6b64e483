import Glibc

/// A small tmpfs, unmounted with its last reference.
public final class SmallDisk {
  public let path: String

  /// Nil if this process may not mount it.
  /// - Parameter size: as `mount` reads it.
  public init?(at path: String, size: String = "64k") {
    self.path = path
    guard mkdir(path, 0o700) == 0, mount("tmpfs", path, "tmpfs", 0, "size=\(size)") == 0 else { return nil }
  }

  deinit { umount2(path, Int32(MNT_DETACH)) }

  /// Whether this process may mount one.
  public static var mayMount: Bool {
    guard let folder = try? TemporaryFolder() else { return false }
    return SmallDisk(at: "\(folder.path)/disk") != nil
  }

  /// Fills the disk to the last byte.
  public func fill() {
    let descriptor = open("\(path)/.filling", O_WRONLY | O_CREAT, 0o600)
    let bytes = [UInt8](repeating: 1, count: 4_096)
    while write(descriptor, bytes, bytes.count) > 0 {}
    close(descriptor)
  }

  /// Remounts the disk read-only; no file may be open for writing.
  public func freeze() -> Bool {
    mount(nil, path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
  }

  public func makeRoom() { unlink("\(path)/.filling") }
}

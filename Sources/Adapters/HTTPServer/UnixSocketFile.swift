import CMicroHTTPD
import Glibc

/// The file of a listening Unix socket.
///
/// Its mode is 0660: its owner and its group can connect. Who connects is believed like a trusted proxy.
struct UnixSocketFile: Sendable {
  /// Begins an address to listen on; the path follows.
  static let prefix = "unix:"
  private static let mode: mode_t = 0o660

  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Listens at a path. Replaces the socket of a process that is gone.
  static func listen(at path: String) throws(ServerError) -> (descriptor: Int32, file: UnixSocketFile) {
    guard var address = Self.address(path) else {
      throw .badSocket(path, reason: "the path is empty or longer than \(longestPath) bytes")
    }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .badSocket(path, reason: String(cString: strerror(errno))) }
    func onAddress(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
      withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          call(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
        }
      }
    }
    do throws(ServerError) {
      if let old = status(path) {
        guard old.st_mode & S_IFMT == S_IFSOCK else { throw .badSocket(path, reason: "it is not a socket") }
        // A socket without a listener refuses.
        guard !onAddress(connect), errno == ECONNREFUSED else {
          throw .badSocket(path, reason: "another process listens on it")
        }
        unlink(path)
      }
      guard onAddress(bind), chmod(path, mode) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0,
        let status = status(path)
      else { throw .badSocket(path, reason: String(cString: strerror(errno))) }
      return (descriptor, UnixSocketFile(path: path, device: status.st_dev, inode: status.st_ino))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Removes the file, unless another has taken its place.
  func remove() {
    if let status = Self.status(path), status.st_dev == device, status.st_ino == inode { unlink(path) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }

  private static let longestPath = MemoryLayout<sockaddr_un>.size - MemoryLayout<sa_family_t>.size - 1

  private static func address(_ path: String) -> sockaddr_un? {
    guard (1...longestPath).contains(path.utf8.count) else { return nil }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    return address
  }
}

/// Whether a socket is a Unix socket.
func isUnixSocket(_ descriptor: Int32) -> Bool {
  var domain: Int32 = 0
  var size = socklen_t(MemoryLayout<Int32>.size)
  return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX
}

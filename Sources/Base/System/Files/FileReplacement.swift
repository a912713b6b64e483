/// Replaces a file atomically: a reader finds the old bytes or the new ones, never a part.
///
/// The new bytes are written beside it, synced, and renamed; then the folder is synced, because the new name is
/// durable only once that is on disk. One replacement of a file at a time.
public struct FileReplacement: Sendable {
  private let path: String
  private let unfinished: String
  private let permissions: UInt32
  private let system: any FileSystem

  /// - Parameters:
  ///   - unfinished: path of the incomplete file, in the same folder. A file that a killed process has left there is
  ///     removed.
  public init(
    of path: String, by unfinished: String, permissions: UInt32 = 0o644,
    in system: any FileSystem = DiskFileSystem()
  ) {
    self.path = path
    self.unfinished = unfinished
    self.permissions = permissions
    self.system = system
  }

  /// Replaces the file; durable when it returns. After an error the old file or the new one is there, whole.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(pieces: CollectionOfOne(bytes))
  }

  /// The same with bytes in pieces, which need not be in memory at once.
  public func write(pieces: some Sequence<[UInt8]>) throws(SystemError) {
    try stage(pieces: pieces, synced: true)
    try commit()
    try system.syncFolder(path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".")
  }

  /// Writes the bytes beside the file. After an error they are removed.
  /// - Parameter synced: false for bytes that a power failure may lose.
  public func stage(_ bytes: [UInt8], synced: Bool = true) throws(SystemError) {
    try stage(pieces: CollectionOfOne(bytes), synced: synced)
  }

  /// The same with bytes in pieces.
  public func stage(pieces: some Sequence<[UInt8]>, synced: Bool = true) throws(SystemError) {
    try stage(synced: synced) { (descriptor) throws(SystemError) in
      for piece in pieces { try write(piece, to: descriptor) }
    }
  }

  /// The same with the bytes of another file.
  public func stage(copyOf path: String) throws(SystemError) {
    let file = try FileReader(path)
    let work = LongWork("copying \(path)", of: file.size, in: .bytes)
    try stage(synced: true) { (descriptor) throws(SystemError) in
      var (done, failure): (Int, SystemError?) = (0, nil)
      try file.forEachPiece(upTo: 1 << 20) { piece in
        do throws(SystemError) { try write(Array(piece), to: descriptor) } catch { failure = error }
        done += piece.count
        work.reach(done)
        return failure == nil
      }
      if let failure { throw failure }
    }
  }

  private func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty { rest = rest.dropFirst(try system.write(descriptor, rest)) }
  }

  private func stage(synced: Bool, _ fill: (Int32) throws(SystemError) -> Void) throws(SystemError) {
    let descriptor = try create()
    defer { system.close(descriptor) }
    do throws(SystemError) {
      try fill(descriptor)
      if synced { try system.sync(descriptor) }
    } catch {
      try? system.remove(unfinished)
      throw error
    }
  }

  /// Renames the staged file; the caller syncs the folder.
  public func commit() throws(SystemError) {
    do throws(SystemError) {
      try system.rename(unfinished, to: path)
    } catch {
      try? system.remove(unfinished)
      throw error
    }
  }

  private func create() throws(SystemError) -> Int32 {
    do {
      return try system.create(unfinished, permissions: permissions)
    } catch {
      guard error.isThere else { throw error }
      try system.remove(unfinished)
      return try system.create(unfinished, permissions: permissions)
    }
  }
}

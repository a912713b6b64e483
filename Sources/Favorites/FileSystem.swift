/// The system calls that keep favorites, so that tests can watch them, slow them down and let them fail.
///
/// Descriptors are the caller's to close. Every function blocks for the disk and starts again by itself when
/// a signal interrupts it.
public protocol FileSystem: Sendable {
  func openToRead(_ path: String) throws(SystemError) -> Int32
  /// A new, empty file to write, which its owner only may read; one that is there already is a fault.
  func create(_ path: String) throws(SystemError) -> Int32
  /// A folder, to bring to disk what happened to the names in it.
  func openFolder(_ path: String) throws(SystemError) -> Int32
  /// The next bytes, `count` at most; none at the end of the file.
  func read(_ descriptor: Int32, _ count: Int) throws(SystemError) -> [UInt8]
  /// Writes at least one of the bytes and returns how many.
  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  func sync(_ descriptor: Int32) throws(SystemError)
  func close(_ descriptor: Int32)
  func rename(_ path: String, to other: String) throws(SystemError)
  /// Gives a file a second name.
  func link(_ path: String, to other: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// A folder that its owner only may enter; its parent must be there.
  func makeFolder(_ path: String) throws(SystemError)
  /// Seconds since 1970 when the file was changed last.
  func modifiedAt(_ path: String) throws(SystemError) -> Int
  func setModified(_ path: String, at seconds: Int) throws(SystemError)
  /// What a folder holds, in no order.
  func names(in folder: String) throws(SystemError) -> [String]
}

/// A system call's `errno`.
public struct SystemError: Error, Hashable, Sendable {
  public let code: Int32

  public init(code: Int32) {
    self.code = code
  }
}

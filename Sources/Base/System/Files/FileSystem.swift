/// The system calls with which files are kept, so that tests can watch them, slow them down and let them fail.
///
/// Descriptors are the caller's to close. Every function blocks for the disk and starts again by itself when
/// a signal interrupts it.
public protocol FileSystem: Sendable {
  /// The bytes of a file: all of them, or more than `limit` if it is longer. Follows no link.
  func contents(of path: String, limit: Int) throws(SystemError) -> [UInt8]
  /// A new, empty file to write; an error if the name is taken.
  func create(_ path: String, permissions: UInt32) throws(SystemError) -> Int32
  /// Writes at least one of the bytes and returns how many.
  func write(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  func sync(_ descriptor: Int32) throws(SystemError)
  func close(_ descriptor: Int32)
  /// Brings to disk what happened to the names in a folder.
  func syncFolder(_ path: String) throws(SystemError)
  func rename(_ path: String, to other: String) throws(SystemError)
  /// Gives a file a second name.
  func link(_ path: String, to other: String) throws(SystemError)
  func remove(_ path: String) throws(SystemError)
  /// Makes a folder that only its owner may enter; its parent must exist.
  func makeFolder(_ path: String) throws(SystemError)
  /// Seconds since 1970 when the file was last changed.
  func modifiedAt(_ path: String) throws(SystemError) -> Int
  func setModified(_ path: String, at seconds: Int) throws(SystemError)
  /// Bytes that a file takes on a disk of 4 KB blocks; of one with several names, the share of this one.
  func room(of path: String) throws(SystemError) -> Int
  /// What a folder holds, in no order.
  func names(in folder: String) throws(SystemError) -> [String]
}

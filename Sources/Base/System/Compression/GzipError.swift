/// Why gzip data cannot be decompressed; one sentence.
public enum GzipError: Error, Hashable, CustomStringConvertible {
  case damaged
  /// It would become larger than allowed.
  case tooLarge(limit: Int)
  case outOfMemory

  public var description: String {
    switch self {
    case .damaged: "the gzip data is damaged or cut off"
    case .tooLarge(let limit): "the gzip data holds more than \(limit >> 20) MB"
    case .outOfMemory: "there is no memory left to decompress gzip data"
    }
  }
}

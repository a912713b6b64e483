public import System

/// An original picture, or a smaller copy of it, in a file.
public struct StoredPicture: Sendable {
  public let file: FileSlice
  /// Its format, recognised by its bytes, such as `image/png`.
  public let mediaType: String
  /// A strong entity tag with its quotation marks; changes with the bytes.
  public let etag: String

  /// Reads all bytes once. Nil for unknown formats, and if the file has become shorter.
  init?(_ file: FileSlice) {
    guard let mediaType = Picture.mediaType(of: file.bytes(limit: Picture.prologLimit)), let hash = file.hash
    else { return nil }
    (self.file, self.mediaType) = (file, mediaType)
    etag = "\"\(String(file.count, radix: 16))-\(hash.hexDigits)\""
  }

  /// Whether browsers may get the original: SVG can contain scripts, and few show HEIC and TIFF.
  public var isForBrowsers: Bool {
    !["image/svg+xml", "image/heic", "image/tiff"].contains(mediaType)
  }

}

/// An original picture in memory.
struct Picture: Sendable {
  let bytes: [UInt8]
  let mediaType: String

  /// Nil for unknown formats.
  init?(_ bytes: [UInt8]) {
    guard let mediaType = Self.mediaType(of: bytes) else { return nil }
    self.init(bytes, as: mediaType)
  }

  init(_ bytes: [UInt8], as mediaType: String) {
    (self.bytes, self.mediaType) = (bytes, mediaType)
  }

  /// Bytes that are searched for the first tag of SVG.
  static let prologLimit = 1_024

  /// The kinds of HEIF.
  private static let brands = Set(
    ["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].map { Array($0.utf8) })

  /// The format that the first bytes indicate.
  static func mediaType(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
    if bytes.starts(with: "GIF87a".utf8) || bytes.starts(with: "GIF89a".utf8) { return "image/gif" }
    if bytes.starts(with: [0, 0, 1, 0]) { return "image/x-icon" }
    if bytes.dropFirst(4).starts(with: "ftypavif".utf8) { return "image/avif" }
    if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) { return "image/webp" }
    if bytes.starts(with: "II*\0".utf8) || bytes.starts(with: "MM\0*".utf8) { return "image/tiff" }
    if bytes.dropFirst(4).starts(with: "ftyp".utf8), brands.contains(Array(bytes[8...].prefix(4))) {
      return "image/heic"
    }
    let prolog = String(decoding: bytes.prefix(prologLimit), as: UTF8.self)
    let isMarkup = prolog.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.hasPrefix("<")
    return isMarkup && prolog.contains("<svg") && !prolog.contains("<html") ? "image/svg+xml" : nil
  }
}

/// The state of a picture in the cache.
public enum PictureState: Sendable, Hashable {
  /// On disk; the file may be damaged, or a local one missing.
  case stored
  /// Waiting to be fetched, or being fetched.
  case wanted
  /// Failed; the next attempt is after that time, in seconds of the cache's clock.
  case failed(until: Int)
  /// Never requested, as far as is known.
  case unknown
}

/// The contents of a picture cache, and its work since its start.
public struct PictureStatistics: Sendable, Hashable {
  /// Files on disk, and their bytes.
  public internal(set) var files = 0
  public internal(set) var bytes = 0
  /// Fetched pictures, and failed attempts.
  public internal(set) var fetched = 0
  public internal(set) var failed = 0
}

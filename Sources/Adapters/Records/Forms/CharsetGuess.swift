import CUchardet
import Glibc
import System

/// The charsets of tables without a byte order mark, by glibc's names.
public enum Charset {
  /// The values of `"charset"` in a show's file.
  public static let all = [
    "utf-8", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252", "windows-1253",
    "windows-1254",
    "windows-1255", "windows-1256", "windows-1257", "windows-1258", "iso-8859-2", "iso-8859-4", "iso-8859-5",
    "iso-8859-7", "iso-8859-8", "iso-8859-15", "koi8-r", "koi8-u", "ibm437", "ibm850", "ibm852", "ibm855",
    "ibm866",
    "macintosh", "mac-cyrillic", "shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "tis-620",
  ]
  /// The larger charsets that Windows writes under a name.
  private static let larger = ["shift_jis": "CP932", "euc-jp": "EUC-JP-MS", "euc-kr": "UHC"]

  /// Converts bytes to UTF-8 in pieces; an invalid one becomes U+FFFD.
  static func utf8(_ bytes: Numbers<UInt8>, from name: String) throws(RecordsError) -> Numbers<UInt8> {
    guard name != "utf-8" else { return bytes }
    do throws(ConversionFault) {
      return try bytes.utf8(from: larger[name] ?? name, limit: RecordLimits.bytes)
    } catch {
      if case .tooLarge = error { throw .tooLarge() }
      throw RecordsError("its charset \(name) cannot be converted on this machine")
    }
  }
}

/// A guess at the charset of a text.
struct CharsetGuess {
  let charset: String
  /// False if the text has few letters outside ASCII, or some that the charset does not have.
  let isCertain: Bool

  /// Bytes outside ASCII that are looked at, and bytes of the lines around them.
  private static let (limit, lineLimit) = (1 << 20, 4 << 20)
  /// Bytes outside ASCII that make a certain guess, and those of a text that is too short for any.
  private static let (certain, few) = (100, 3)
  private static let western = "windows-1252"

  /// Nil for UTF-8, also if some of its characters are broken.
  init?(_ bytes: Numbers<UInt8>) {
    let sample = CharsetSample(bytes, limit: Self.limit, lineLimit: Self.lineLimit)
    guard !sample.isUTF8 else { return nil }
    charset = sample.count > Self.few ? Self.charset(Self.name(of: sample.lines), sample.lines) : Self.western
    isCertain = sample.count >= Self.certain && Self.fits(charset, sample.lines)
  }

  /// uchardet's name of the charset; empty if it has no guess.
  private static func name(of text: [UInt8]) -> String {
    guard let detector = uchardet_new() else { return "" }
    defer { uchardet_delete(detector) }
    text.withUnsafeBytes { bytes in
      _ = uchardet_handle_data(detector, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    uchardet_data_end(detector)
    return uchardet_get_charset(detector).map { String(cString: $0).lowercased() } ?? ""
  }

  private static func charset(_ name: String, _ text: [UInt8]) -> String {
    switch name {
    case "", "utf-8", "ascii": ["euc-jp", "shift_jis"].first { fits($0, text) } ?? western
    case "uhc": "euc-kr"
    case "iso-8859-9": "windows-1254"
    default: Charset.all.contains(name) ? name : western
    }
  }

  /// Whether every byte of a text has a meaning, except where its lines were cut.
  private static func fits(_ charset: String, _ text: [UInt8]) -> Bool {
    guard let utf8 = try? Charset.utf8(Numbers(text), from: charset) else { return false }
    let broken = utf8.text(0..<utf8.count).unicodeScalars.count { $0 == "\u{FFFD}" }
    return broken <= text.count >> 16
  }
}

/// The lines of a text that have bytes outside ASCII.
struct CharsetSample {
  private(set) var lines: [UInt8] = []
  /// Bytes outside ASCII.
  private(set) var count = 0
  /// Bytes outside ASCII in valid UTF-8.
  private var valid = 0

  /// Whether it is UTF-8, at least in part: the fields of a mixed file are read one by one. By chance, a seventh of
  /// another charset's bytes look like UTF-8.
  var isUTF8: Bool { valid * 10 >= count * 4 }

  /// - Parameters:
  ///   - limit: bytes outside ASCII at most.
  ///   - lineLimit: bytes of lines at most.
  init(_ bytes: Numbers<UInt8>, limit: Int, lineLimit: Int) {
    bytes.withUnsafeBytes { text in
      var offset = 0
      while count < limit, lines.count < lineLimit, let high = Self.highByte(in: text, from: offset) {
        var start = high
        while start > max(offset, high - 1_000), text[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        offset = min(bytes.end(ofLine: high) + 1, high + 64 << 10, text.count)
        let line = UnsafeRawBufferPointer(rebasing: text[start..<offset])
        lines += line
        survey(line)
      }
    }
  }

  private mutating func survey(_ line: UnsafeRawBufferPointer) {
    var (parser, rest) = (Unicode.UTF8.ForwardParser(), line.makeIterator())
    while true {
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return
      case .valid(let scalar):
        if scalar.count > 1 {
          valid += scalar.count
          count += scalar.count
        }
      case .error(let length): count += length
      }
    }
  }

  private static func highByte(in text: UnsafeRawBufferPointer, from start: Int) -> Int? {
    var offset = start
    while offset + 8 <= text.count,
      text.loadUnaligned(fromByteOffset: offset, as: UInt64.self) & 0x8080_8080_8080_8080 == 0
    {
      offset += 8
    }
    while offset < text.count, text[offset] < 0x80 { offset += 1 }
    return offset < text.count ? offset : nil
  }
}

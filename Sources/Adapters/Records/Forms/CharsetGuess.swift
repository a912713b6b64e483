import CUchardet
import Glibc
import System

/// A guess at the charset of a text.
struct CharsetGuess {
  let charset: Charset
  /// False if the text has few letters outside ASCII, or some that the charset does not have.
  let isCertain: Bool

  /// Bytes outside ASCII that are looked at, and bytes of the lines around them.
  private static let (limit, lineLimit) = (1 << 20, 4 << 20)
  /// Bytes outside ASCII that make a certain guess.
  private static let certain = 100

  /// Nil for UTF-8, also if some of its characters are broken.
  init?(_ bytes: Numbers<UInt8>) {
    let sample = CharsetSample(bytes, limit: Self.limit, lineLimit: Self.lineLimit)
    guard !sample.isUTF8 else { return nil }
    charset = Self.charset(Self.name(of: sample.lines), sample)
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

  /// Corrects uchardet where it knows no or another charset, or has too little to go by.
  private static func charset(_ name: String, _ sample: CharsetSample) -> Charset {
    let western: Charset = sample.isMacintosh ? .macintosh : .windows1252
    if name.isEmpty || name == "utf-8" || name == "ascii" {
      guard !sample.isWestern else { return western }
      return [.eucJP, .shiftJIS].first { fits($0, sample.lines) } ?? western
    }
    if sample.isWestern && (sample.count < 4 || sample.isMacintosh) { return western }
    switch name {
    case "uhc": return .eucKR
    case "iso-8859-1", "iso-8859-15": return sample.hasControls || name.hasSuffix("-1") ? western : .latin9
    case "iso-8859-2": return sample.hasControls ? .windows1250 : .latin2
    case "iso-8859-7": return sample.hasControls ? .windows1253 : .latinGreek
    case "iso-8859-9": return .windows1254
    default: return Charset(rawValue: name) ?? western
    }
  }

  /// Whether every byte of a text has a meaning, except where its lines were cut.
  private static func fits(_ charset: Charset, _ text: [UInt8]) -> Bool {
    guard let utf8 = try? charset.utf8(Numbers(text)) else { return false }
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
  /// Bytes below 0xA0, which ISO 8859 has no letters for.
  private var controls = 0
  /// Single bytes beside a letter of ASCII.
  private var single = 0
  /// Letters only on a Macintosh, and letters only elsewhere, among these.
  private var (macintosh, elsewhere) = (0, 0)

  /// Whether it is UTF-8, at least in part: the fields of a mixed file are read one by one. By chance, a seventh of
  /// another charset's bytes look like UTF-8.
  var isUTF8: Bool { valid * 10 >= count * 4 }
  var hasControls: Bool { controls > 0 }
  /// Whether most of the bytes are accented letters within words of ASCII.
  var isWestern: Bool { single * 10 >= count * 6 }
  var isMacintosh: Bool { macintosh > 3 * elsewhere }

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
    var (parser, rest, index) = (Unicode.UTF8.ForwardParser(), line.makeIterator(), 0)
    while true {
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return
      case .valid(let scalar):
        if scalar.count > 1 {
          valid += scalar.count
          count += scalar.count
        }
        index += scalar.count
      case .error(let length):
        for index in index..<index + length { surveySingle(line[index], in: line, at: index) }
        count += length
        index += length
      }
    }
  }

  private mutating func surveySingle(_ byte: UInt8, in line: UnsafeRawBufferPointer, at index: Int) {
    if byte < 0xA0 { controls += 1 }
    func neighbour(_ place: Int) -> UInt8 { line.indices.contains(place) ? line[place] : 0 }
    let (before, after) = (neighbour(index - 1), neighbour(index + 1))
    guard before < 0x80, after < 0x80, Self.isLetter(before) || Self.isLetter(after) else { return }
    single += 1
    switch byte {
    // Quotation marks and dashes of Windows-1252, and of the Macintosh.
    case 0x80, 0x85, 0x91...0x97, 0xD0...0xD5: break
    case ..<0xA0: macintosh += 1
    case 0xC0...: elsewhere += 1
    default: break
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
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

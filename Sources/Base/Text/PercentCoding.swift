/// Percent-encoding by RFC 3986 and the URL standard's forms.
public enum PercentCoding {
  /// Letters, digits, `-`, `.`, `_`, `~`.
  public static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  public static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) { bytes.append(byte) } else { bytes += encoded(byte) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The sign and the two digits that stand for a byte.
  public static func encoded(_ byte: UInt8) -> [UInt8] {
    [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// A request target with the bytes beyond ASCII encoded, as browsers do.
  public static func ascii(_ target: [UInt8]) -> String {
    String(decoding: target.flatMap { $0 < 0x80 ? [$0] : encoded($0) }, as: UTF8.self)
  }

  /// Decodes a form's name or value: `+` is a space, a lone percent sign stays, invalid UTF-8 is repaired.
  public static func decodeForm(_ text: ArraySlice<UInt8>) -> String {
    let spaced = text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    return String(decoding: decoded(spaced[...], strict: false) ?? spaced, as: UTF8.self)
  }

  /// Decodes a path; nil if a percent sign is not followed by two hexadecimal digits.
  public static func bytes(_ path: ArraySlice<UInt8>) -> [UInt8]? { decoded(path, strict: true) }

  /// - Parameter strict: whether there is nil for a percent sign without two digits, which stays otherwise.
  public static func decoded(_ text: ArraySlice<UInt8>, strict: Bool) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      index += 1
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      if index + 1 < text.endIndex, let high = value(text[index]), let low = value(text[index + 1]) {
        bytes.append(high << 4 | low)
        index += 2
      } else if strict {
        return nil
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

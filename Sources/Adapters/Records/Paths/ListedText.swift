import JSON
import Text

/// A text that holds several values: a list in JSON, or values with a separator between them.
public enum ListedText {
  /// Bytes of a list that is read, and its values.
  private static let limits = JSONLimits(values: 2_000, bytes: 64 << 10)

  /// The values of a text; the text itself if it is no list.
  /// - Parameter separator: nil if a text has one value.
  public static func parts(of text: String, separator: String?) -> [String] {
    if let values = list(text) { return values }
    guard let separator, !separator.isEmpty else { return [once(text)] }
    return text.split(separator: separator).map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// The value of a text that repeats it, as "Moor, Moor" does; any other text unchanged.
  public static func once(_ text: String) -> String {
    let length = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      guard let comma = bytes.firstIndex(of: UInt8(ascii: ",")), comma > 0 else { return nil }
      let period = comma + 2
      guard bytes.count > period, bytes[comma + 1] == 0x20, (bytes.count + 2) % period == 0 else {
        return nil
      }
      return (period..<bytes.count).allSatisfy { bytes[$0] == bytes[$0 - period] } ? comma : nil
    }
    return (length ?? nil).map { String(Substring(text.utf8.prefix($0))) } ?? text
  }

  /// The values of a text such as `["a", "b"]` or `[{"name": "a"}]`; nil if it is no such list.
  public static func list(_ text: String) -> [String]? {
    guard text.utf8.first == UInt8(ascii: "["), text.utf8.last == UInt8(ascii: "]"),
      text.utf8.count <= limits.bytes
    else { return nil }
    guard case .array(let elements)? = try? JSONValue(parsing: Array(text.utf8), within: limits) else {
      return nil
    }
    return elements.flatMap(texts)
  }

  private static func texts(of value: JSONValue) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(texts)
    case .object(let members):
      names.lazy.compactMap { members[$0]?.recordText }.first.map { [$0] }
        ?? members.sorted { $0.key < $1.key }.lazy.compactMap(\.value.string).first.map { [$0] } ?? []
    default: value.recordText.map { [$0] } ?? []
    }
  }

  /// Members of an object that are its name.
  private static let names = ["name", "title", "label", "value", "text"]
}

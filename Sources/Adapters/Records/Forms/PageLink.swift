public import JSON
public import System

/// Finds the next page that a response names.
public enum PageLink {
  /// The value at a path of names from the root of a JSON document; nil if it is missing.
  public static func value(at names: [String], in bytes: Numbers<UInt8>) -> JSONValue? {
    guard let plain = try? RecordReader.plain(bytes) else { return nil }
    var reader = JSONReader(TextEncoding.decoded(plain), repairsText: true)
    do throws(JSONError) {
      for name in names where !(try JSONRecords.enter(name, &reader)) { return nil }
      return try reader.value(within: JSONLimits(values: 100, bytes: 64 << 10))
    } catch {
      return nil
    }
  }

  /// The address in a header `Link: <…>; rel="next"` (RFC 8288).
  public static func next(inHeader header: String) -> String? {
    for link in header.split(separator: "<").dropFirst(header.hasPrefix("<") ? 0 : 1) {
      let parts = link.split(separator: ">", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let parameters = parts[1].prefix { $0 != "," }.lowercased().filter { $0 != "\"" && $0 != " " }
      if parameters.split(separator: ";").contains("rel=next") { return String(parts[0]) }
    }
    return nil
  }
}

/// The way in which a response seems to name the next page of its list.
public enum NextPage: Sendable, Hashable {
  /// The path of its address.
  case address([String])
  /// The path of parameters for the same address.
  case parameters([String])
  /// A feed's own link.
  case link

  /// - Parameter names: the path of a text; one of them must contain "next".
  init?(address text: String, at names: [String]) {
    guard names.contains(where: { $0.lowercased().contains("next") }),
      ["http://", "https://", "/", "?"].contains(where: { text.hasPrefix($0) }), RecordPath.isWritable(names)
    else { return nil }
    self = .address(names)
  }
}

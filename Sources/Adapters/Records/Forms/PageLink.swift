public import JSON

/// What an answer says of the next page of its list.
public enum PageLink {
  /// The value at names from the root of a JSON document; nil if there is none, or the answer is none.
  public static func value(at names: [String], in bytes: [UInt8]) -> JSONValue? {
    guard let plain = try? RecordReader.plain(bytes) else { return nil }
    var reader = JSONReader(TextEncoding.decoded(plain), repairsText: true)
    do throws(JSONError) {
      for name in names {
        guard try JSONRecords.enter(name, &reader) else { return nil }
      }
      return try reader.value(within: limits)
    } catch {
      return nil
    }
  }

  /// The address that a feed's own link with the relation `next` has; nil if there is none.
  public static func next(inFeed bytes: [UInt8]) -> String? {
    guard let plain = try? RecordReader.plain(bytes), let reader = try? XMLReader(plain) else { return nil }
    var path: [String] = []
    while let node = (try? reader.next()) ?? nil {
      switch node {
      case .start(let name, let isEmpty):
        // Of Atom, or of Atom within RSS; those of entries stand elsewhere.
        if name == XMLName.link || name.hasSuffix(":link"), path.count == 1 || path.dropFirst() == ["channel"]
        {
          let attributes = Dictionary(reader.attributes().map { ($0.name, $0.value) }) { first, _ in first }
          if attributes["rel"] == "next" { return attributes["href"] }
        }
        if !isEmpty { path.append(name) }
      case .end: _ = path.popLast()
      case .text: continue
      }
    }
    return nil
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

  /// Of the value at a path: an address, or the parameters of one.
  private static let limits = JSONLimits(values: 100, bytes: 64 << 10)
}

/// How an answer seems to name the next page of its list.
public enum NextPage: Sendable, Hashable {
  /// The names that lead to its address.
  case address([String])
  /// The names that lead to parameters for the same address.
  case parameters([String])
  /// A feed's own link.
  case link

  /// - Parameter names: those that lead to a text, one of which speaks of what is next.
  init?(address text: String, at names: [String]) {
    guard names.contains(where: { $0.lowercased().contains("next") }),
      ["http://", "https://", "/", "?"].contains(where: { text.hasPrefix($0) }), RecordPath.isWritable(names)
    else { return nil }
    self = .address(names)
  }
}

/// An absolute http or https address that relative ones resolve against (RFC 3986, section 5.2).
struct BaseAddress: Sendable {
  private let scheme: [UInt8]
  private let authority: ArraySlice<UInt8>
  private let path: ArraySlice<UInt8>
  private let query: ArraySlice<UInt8>

  /// Parses an address; nil if it is relative or has another scheme.
  init?(_ address: String) {
    let bytes = Array(address.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = bytes[..<colon].map(\.asciiLowercased)
    guard scheme.elementsEqual("http".utf8) || scheme.elementsEqual("https".utf8),
      bytes[(colon + 1)...].starts(with: "//".utf8)
    else { return nil }
    let parts = Parts(bytes[(colon + 1)...])
    guard let authority = parts.authority, !authority.isEmpty else { return nil }
    self.scheme = scheme
    self.authority = authority
    path = parts.path.isEmpty ? [UInt8(ascii: "/")] : parts.path
    query = parts.query
  }

  func hasScheme(_ other: [UInt8]) -> Bool { scheme.elementsEqual(other) }

  /// The absolute address for one without a scheme.
  func resolve(_ reference: [UInt8]) -> [UInt8]? {
    let parts = Parts(reference[...])
    var address = scheme
    address.append(contentsOf: ":".utf8)
    if let authority = parts.authority {
      guard !authority.isEmpty else { return nil }
      address.append(contentsOf: reference)
      return address
    }
    address.append(contentsOf: "//".utf8)
    address.append(contentsOf: authority)
    if parts.path.isEmpty {
      address.append(contentsOf: path)
      address.append(contentsOf: parts.query.isEmpty ? query : parts.query)
    } else {
      let isRooted = parts.path.first == UInt8(ascii: "/")
      let folder = path.prefix(through: path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)
      address.append(contentsOf: Self.withoutDots(isRooted ? parts.path : folder + parts.path))
      address.append(contentsOf: parts.query)
    }
    address.append(contentsOf: parts.fragment)
    return address
  }

  /// An address without its scheme; query and fragment keep their first character.
  private struct Parts {
    var authority: ArraySlice<UInt8>?
    var path: ArraySlice<UInt8>
    var query: ArraySlice<UInt8>
    var fragment: ArraySlice<UInt8>

    init(_ address: ArraySlice<UInt8>) {
      let fragmentStart = address.firstIndex(of: UInt8(ascii: "#")) ?? address.endIndex
      fragment = address[fragmentStart...]
      let beforeFragment = address[..<fragmentStart]
      let queryStart = beforeFragment.firstIndex(of: UInt8(ascii: "?")) ?? fragmentStart
      query = beforeFragment[queryStart...]
      path = beforeFragment[..<queryStart]
      if path.starts(with: "//".utf8) {
        let rest = path.dropFirst(2)
        let pathStart = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
        authority = rest[..<pathStart]
        path = rest[pathStart...]
      }
    }
  }

  /// The path with its `.` and `..` segments resolved.
  private static func withoutDots(_ path: ArraySlice<UInt8>) -> [UInt8] {
    let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    var kept: [ArraySlice<UInt8>] = []
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      if segment.elementsEqual("..".utf8) {
        _ = kept.popLast()
        if isLast { kept.append([]) }
      } else if segment.elementsEqual(".".utf8) {
        if isLast { kept.append([]) }
      } else {
        kept.append(segment)
      }
    }
    return kept.reduce(into: []) { path, segment in
      path.append(UInt8(ascii: "/"))
      path.append(contentsOf: segment)
    }
  }
}

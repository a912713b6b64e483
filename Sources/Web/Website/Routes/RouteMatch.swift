import Glibc
import HTTPServer
import Text

/// The route of a request, matched by bytes without making strings.
struct RouteMatch {
  private(set) var route = Route.unknown
  /// The decoded name in the path; empty for a route without a name.
  private(set) var name: ArraySlice<UInt8> = []
  let query: ArraySlice<UInt8>
  /// Whether the path is for operators, with any method.
  private(set) var isForOperators = false

  init(_ target: [UInt8], _ method: Method, below base: [UInt8]) {
    let mark = target.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex
    query = target[mark...].dropFirst()
    let isBelow = base.isEmpty || target.starts(with: base)
    var path = target[(isBelow ? base.count : 0)..<mark]
    if path.contains(UInt8(ascii: "%")) {
      guard let decoded = PercentCoding.bytes(path) else { return }
      path = decoded[...]
    }
    find(path, method, isBelow: isBelow)
  }

  private mutating func find(_ path: ArraySlice<UInt8>, _ method: Method, isBelow: Bool) {
    path.withUnsafeBufferPointer { bytes in
      for candidate in Route.candidates {
        guard isBelow || candidate.needs.contains(.operator), let name = candidate.pattern.name(in: bytes),
          !candidate.isPart || isPart
        else { continue }
        isForOperators = candidate.needs.contains(.operator)
        if candidate.isPost == (method == .post) {
          route = candidate.route
          self.name = path[(path.startIndex + name.lowerBound)..<(path.startIndex + name.upperBound)]
          return
        }
        route = .otherMethod
      }
    }
  }

  private var isPart: Bool { has("part=results") }

  var namesKiosk: Bool { has("kiosk=1") }

  /// Whether the query has a member with a value, such as `kiosk=1`.
  private func has(_ member: StaticString) -> Bool {
    let (count, ampersand) = (member.utf8CodeUnitCount, UInt8(ascii: "&"))
    return query.withUnsafeBufferPointer { query in
      var start = 0
      while query.count - start >= count, let bytes = query.baseAddress {
        let end = start + count
        if memcmp(bytes + start, member.utf8Start, count) == 0, end == query.count || query[end] == ampersand
        {
          return true
        }
        guard let next = query[start...].firstIndex(of: ampersand) else { return false }
        start = next + 1
      }
      return false
    }
  }
}

/// The part of a row that matching needs.
typealias RouteCandidate = (route: Route, pattern: PathPattern, isPost: Bool, isPart: Bool, needs: RouteNeeds)

/// A path with at most one name in it, such as `/entries/{id}.json` or `/static/{path...}`. A trivial value: matching retains
/// nothing.
struct PathPattern: Sendable {
  private let text: StaticString
  /// Bytes before the name, and after it.
  private let before: Int
  private let after: Int
  private let hasName: Bool
  /// Whether the name may contain slashes.
  private let isPath: Bool

  init(_ text: StaticString) {
    self.text = text
    let bytes = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let open = bytes.firstIndex(of: UInt8(ascii: "{"))
    before = open ?? bytes.count
    after = open == nil ? 0 : bytes.count - 1 - (bytes.firstIndex(of: UInt8(ascii: "}")) ?? bytes.count - 1)
    hasName = open != nil
    isPath = bytes.suffix(4).elementsEqual("...}".utf8)
  }

  /// Range of the name in a path; nil if the path does not match. A name may be empty.
  func name(in path: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    guard hasName ? path.count >= before + after : path.count == before else { return nil }
    guard let start = path.baseAddress else { return before == 0 ? 0..<0 : nil }
    let end = path.count - after
    // The first byte is always a slash, the second nearly always differs.
    guard before < 2 || start[1] == text.utf8Start[1], memcmp(start, text.utf8Start, before) == 0,
      memcmp(start + end, text.utf8Start + (text.utf8CodeUnitCount - after), after) == 0
    else { return nil }
    let name = before..<end
    return !isPath && path[name].contains(UInt8(ascii: "/")) ? nil : name
  }

  func filled(with name: String) -> String {
    let pattern = text.description.utf8
    guard hasName else { return text.description }
    return "\(Substring(pattern.prefix(before)))\(name)\(Substring(pattern.suffix(after)))"
  }
}

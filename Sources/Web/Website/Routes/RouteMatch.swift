import Glibc
import HTTPServer
import Text

/// What a request's target stands for, found by its bytes: no text is made of them.
struct RouteMatch {
  private(set) var route = Route.unknown
  /// The name in the path, decoded; empty for a route without one.
  private(set) var name: ArraySlice<UInt8> = []
  /// What follows the question mark, as it came.
  let query: ArraySlice<UInt8>
  /// What may be asked of this path, for a method that may not.
  private(set) var allowed: Allowed = []
  /// Whether the path is for those who run the show, whatever the method.
  private(set) var isForOperators = false

  struct Allowed: OptionSet, Sendable {
    let rawValue: UInt8

    static let get = Allowed(rawValue: 1)
    static let post = Allowed(rawValue: 2)

    /// As the header `Allow` lists them.
    var header: String {
      switch self {
      case .get: "GET, HEAD"
      case .post: "POST"
      default: "GET, HEAD, POST"
      }
    }
  }

  /// - Parameter target: path and query as they came.
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
        allowed.insert(candidate.isPost ? .post : .get)
        route = .otherMethod
      }
    }
  }

  private var isPart: Bool { has("part=results") }

  /// Whether the address says that it is opened at a kiosk.
  var namesKiosk: Bool { has("kiosk=1") }

  /// Whether the query has this member with this value.
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

/// A row as matching sees it.
struct RouteCandidate: Sendable {
  let route: Route
  let pattern: PathPattern
  let isPost: Bool
  let isPart: Bool
  let needs: RouteNeeds
}

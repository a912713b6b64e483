/// Where the values lie of the headers that nearly every answer depends on: in libmicrohttpd's memory, until the
/// request completes. The one pass over a request's head notes them, so that none is looked for again.
struct NotedHeaders {
  typealias Value = UnsafeBufferPointer<UInt8>

  private(set) var host: Value?
  /// The first one.
  private(set) var cookie: Value?
  private var ifMatch: Value?
  private var ifNoneMatch: Value?
  private var acceptEncoding: Value?
  private var acceptLanguage: Value?
  /// A bit for each list that stands more than once.
  private var repeated: UInt8 = 0

  mutating func note(host value: Value) { host = host ?? value }
  mutating func note(cookie value: Value) { cookie = cookie ?? value }

  mutating func note(_ list: ListHeader, _ value: Value) {
    guard self[list] == nil else {
      repeated |= 1 << list.rawValue
      return
    }
    switch list {
    case .ifMatch: ifMatch = value
    case .ifNoneMatch: ifNoneMatch = value
    case .acceptEncoding: acceptEncoding = value
    case .acceptLanguage: acceptLanguage = value
    }
  }

  /// The list's first value; nil if there is none.
  subscript(list: ListHeader) -> Value? {
    switch list {
    case .ifMatch: ifMatch
    case .ifNoneMatch: ifNoneMatch
    case .acceptEncoding: acceptEncoding
    case .acceptLanguage: acceptLanguage
    }
  }

  /// Whether there are more values than the first.
  func repeats(_ list: ListHeader) -> Bool { repeated & 1 << list.rawValue != 0 }

  /// Whether host, cookies and what is accepted are the same. They are not where only a first value is noted.
  func isOfSameAsker(_ other: NotedHeaders) -> Bool {
    repeated == 0 && other.repeated == 0 && Self.areSame(host, other.host)
      && Self.areSame(cookie, other.cookie)
      && Self.areSame(acceptEncoding, other.acceptEncoding)
      && Self.areSame(acceptLanguage, other.acceptLanguage)
  }

  private static func areSame(_ first: Value?, _ second: Value?) -> Bool {
    guard let first, let second else { return first == nil && second == nil }
    guard first.count == second.count, let start = first.baseAddress else {
      return first.count == second.count
    }
    return HeadBytes.areSame(start, second.baseAddress, first.count)
  }

  /// The same where all values lie so many bytes further on.
  func moved(by distance: Int) -> NotedHeaders {
    if distance == 0 { return self }
    func moved(_ value: Value?) -> Value? {
      value.map { Value(start: $0.baseAddress.map { $0 + distance }, count: $0.count) }
    }
    var noted = self
    (noted.host, noted.cookie) = (moved(host), moved(cookie))
    (noted.ifMatch, noted.ifNoneMatch) = (moved(ifMatch), moved(ifNoneMatch))
    (noted.acceptEncoding, noted.acceptLanguage) = (moved(acceptEncoding), moved(acceptLanguage))
    return noted
  }
}

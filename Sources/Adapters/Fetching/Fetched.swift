/// An answer as it came, whatever its status; redirects are followed and content is decompressed.
public struct Fetched: Sendable {
  public let status: Int
  /// The address that answered in the end.
  public let address: String
  public let body: [UInt8]
  /// Whether it and every redirect to it came from private addresses.
  public private(set) var isFromInside = false
  private let headers: [(name: String, value: String)]

  public init(status: Int, headers: [(name: String, value: String)], address: String, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.address = address
    self.body = body
  }

  func from(insideOnly isFromInside: Bool) -> Fetched {
    var fetched = self
    fetched.isFromInside = isFromInside
    return fetched
  }

  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The first header of that name, in whatever case of letters.
  public func header(_ name: String) -> String? {
    let name = name.lowercased()
    return headers.first { $0.name.lowercased() == name }?.value
  }

  /// The media type without its parameters, in lower case.
  public var contentType: String? {
    header("content-type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  /// Seconds that the answer asks to be left alone for; nil if it asks for none or gives a date.
  public var retryAfter: Int? {
    header("retry-after").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
  }
}

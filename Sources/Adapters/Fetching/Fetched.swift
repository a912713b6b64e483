import CCurl
import Glibc
public import System

/// A response of any status, after redirects, with its content decompressed.
public struct Fetched: Sendable {
  public let status: Int
  /// The address that answered in the end.
  public let address: String
  /// The body; on disk if it is long.
  public let content: Numbers<UInt8>
  /// Whether it and every redirect to it came from private addresses.
  public internal(set) var isFromInside = false
  private let headers: [(name: String, value: String)]

  public init(status: Int, headers: [(name: String, value: String)], address: String, body: [UInt8]) {
    self.init(status: status, headers: headers, address: address, content: Numbers(body))
  }

  init(
    status: Int, headers: [(name: String, value: String)], address: String, content: Numbers<UInt8>
  ) {
    (self.status, self.headers, self.address, self.content) = (status, headers, address, content)
  }

  /// A copy of the body.
  public var body: [UInt8] { Array(content) }

  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The first header of a name, in any case.
  public func header(_ name: String) -> String? { headers(named: name).first }

  public func headers(named name: String) -> [String] {
    let name = name.lowercased()
    return headers.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The media type without its parameters, in lower case.
  public var contentType: String? {
    header("content-type")?.prefix { $0 != ";" && $0 != " " }.lowercased()
  }

  /// The seconds of the `Retry-After`, which may be a date; nil if it is missing, or longer than a century.
  public var retryAfter: Int? {
    guard let text = header("retry-after") else { return nil }
    let seconds = Int(text) ?? Self.date(text).map { max(0, $0 - time(nil)) }
    return seconds.flatMap { (0...3_155_760_000).contains($0) ? $0 : nil }
  }

  /// Seconds for which the answer says that it holds: by `Cache-Control`, else by `Expires`; 0 if it does not say so.
  public var lifetime: Int {
    let directives = headers(named: "cache-control").flatMap { $0.split(separator: ",") }
      .map { $0.lowercased().filter { !$0.isWhitespace && $0 != "\"" } }
    if directives.contains("no-cache") || directives.contains("no-store") { return 0 }
    if let age = directives.first(where: { $0.hasPrefix("max-age=") }).map({ $0.dropFirst(8) }) {
      return max(0, (Int(age) ?? 0) - (header("age").flatMap { Int($0) } ?? 0))
    }
    guard let end = header("expires").flatMap(Self.date) else { return 0 }
    return max(0, end - (header("date").flatMap(Self.date) ?? time(nil)))
  }

  /// A date of HTTP in seconds since 1970.
  private static func date(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return seconds < 0 ? nil : seconds
  }

  /// The body in UTF-8, converted from the character set of its media type if this machine knows that.
  public var text: [UInt8] {
    guard let charset, charset != "utf-8" else { return body }
    return Self.converted(body, from: charset) ?? body
  }

  /// The character set in lower case; nil if the media type names none, or one that cannot be a name.
  private var charset: String? {
    let type = (header("content-type") ?? "").lowercased().filter { $0 != " " && $0 != "\"" }
    let parameter = type.split(separator: ";").dropFirst().first { $0.hasPrefix("charset=") }
    guard let name = parameter?.dropFirst("charset=".count), (1...40).contains(name.utf8.count),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { return nil }
    return String(name)
  }

  /// - Returns: nil if the character set is unknown or the bytes are invalid in it.
  private static func converted(_ bytes: [UInt8], from charset: String) -> [UInt8]? {
    guard let converter = iconv_open("UTF-8", charset), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // A character of one or two bytes takes at most three in UTF-8.
    var output = [CChar](repeating: 0, count: 3 * bytes.count)
    let count = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, left) = (input.baseAddress, input.count)
        var (to, room) = (output.baseAddress, output.count)
        return iconv(converter, &from, &left, &to, &room) == -1 ? nil : output.count - room
      }
    }
    return count.map { output[..<$0].map { UInt8(bitPattern: $0) } }
  }
}

import CCurl
import Glibc
public import System

/// A response of any status, after redirects, with its content decompressed.
public struct Fetched: Sendable {
  public let status: Int
  /// The address that answered in the end.
  public let address: String
  /// The body; on disk if it is long.
  public private(set) var content: Numbers<UInt8>
  /// The character set that it names but this machine does not know.
  public private(set) var unknownCharset: String?
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

  /// Seconds that a source can ask us to wait, at most.
  private static let day = 86_400
  /// Seconds that a header may have: those of any later sum stay far below the largest number.
  private static let seconds = 0...1 << 40

  /// The seconds of the `Retry-After`, which may be a date, at most a day; nil if it is missing or no time.
  public var retryAfter: Int? {
    guard let text = header("retry-after") else { return nil }
    let seconds = text.number(in: Self.seconds) ?? Self.date(text).map { max(0, $0 - time(nil)) }
    return seconds.map { min($0, Self.day) }
  }

  /// Seconds for which the answer says that it holds: by `Cache-Control`, else by `Expires`; 0 if it does not say so.
  public var lifetime: Int {
    let directives = headers(named: "cache-control").flatMap { $0.split(separator: ",") }
      .map { $0.lowercased().filter { !$0.isWhitespace && $0 != "\"" } }
    if directives.contains("no-cache") || directives.contains("no-store") { return 0 }
    if let age = directives.first(where: { $0.hasPrefix("max-age=") }).map({ $0.dropFirst(8) }) {
      let passed = header("age").flatMap { $0.number(in: Self.seconds) } ?? 0
      return max(0, (age.number(in: Self.seconds) ?? 0) - passed)
    }
    guard let end = header("expires").flatMap(Self.date) else { return 0 }
    return max(0, end - (header("date").flatMap(Self.date) ?? time(nil)))
  }

  /// A date of HTTP in seconds since 1970.
  private static func date(_ text: String) -> Int? {
    let seconds = curl_getdate(text, nil)
    return Self.seconds.contains(seconds) ? seconds : nil
  }

  /// The answer with its text in UTF-8: converted from the character set of its media type, unless the text says by a
  /// byte order mark, or as valid UTF-8, that it is another one.
  public var inUTF8: Fetched {
    guard let charset, !["utf-8", "utf8"].contains(charset), !content.starts(with: [0x1F, 0x8B]) else {
      return self
    }
    let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFF, 0xFE], [0xFE, 0xFF]]
    if marks.contains(where: content.starts) { return self }
    // Many servers send these without looking.
    if Self.usual.contains(charset), content.isUTF8 { return self }
    var answer = self
    do throws(ConversionFault) {
      // Browsers read it so.
      let own = charset == "iso-8859-1" ? "windows-1252" : charset
      answer.content = try content.utf8(from: own, limit: max(content.count * 4, 1 << 20)).withoutDeclaration
    } catch {
      answer.unknownCharset = charset
    }
    return answer
  }

  private static let usual: Set<String> = [
    "iso-8859-1", "latin1", "windows-1252", "cp1252", "us-ascii", "ascii",
  ]

  /// The character set in lower case; nil if the media type names none, or one that cannot be a name.
  private var charset: String? {
    let type = (header("content-type") ?? "").lowercased().filter { $0 != " " && $0 != "\"" }
    let parameter = type.split(separator: ";").dropFirst().first { $0.hasPrefix("charset=") }
    guard let name = parameter?.dropFirst("charset=".count), (1...40).contains(name.utf8.count),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    else { return nil }
    return String(name)
  }
}

extension Numbers<UInt8> {
  fileprivate var isUTF8: Bool {
    withUnsafeBytes { bytes in
      var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
      while true {
        switch parser.parseScalar(from: &rest) {
        case .valid: continue
        case .emptyInput: return true
        case .error: return false
        }
      }
    }
  }

  /// The text without the encoding that an XML declaration names, which it no longer has.
  fileprivate var withoutDeclaration: Numbers<UInt8> {
    let start = text(0..<Swift.min(200, count))
    guard start.hasPrefix("<?xml"), let end = start.firstRange(of: "?>"),
      let name = start[..<end.lowerBound].firstMatch(of: /\sencoding\s*=\s*["'][^"']*["']/)
    else { return self }
    let head = start[..<name.range.lowerBound] + start[name.range.upperBound..<end.lowerBound]
    var writer = NumberWriter<UInt8>(capacity: count)
    writer.append(Array(head.utf8))
    writer.append(Array(part(from: start[..<end.lowerBound].utf8.count)))
    return writer.numbers()
  }
}

/// A received request.
public struct StubRequest: Sendable {
  /// Request line and headers.
  public let head: String

  /// The path with its query.
  public var path: String {
    let parts = head.split(separator: " ", maxSplits: 2)
    return parts.count > 1 ? String(parts[1]) : ""
  }

  /// Whether a header line of that name was sent.
  public func hasHeader(_ name: String) -> Bool {
    head.lowercased().contains("\r\n\(name.lowercased()):")
  }
}

/// The server's reaction to a request.
public enum StubAnswer: Sendable {
  /// Sends the bytes unchanged and closes the connection.
  case bytes([UInt8])
  /// Sends a head, then repeats the chunk until the client disconnects.
  case endless(head: String, chunk: [UInt8])
  /// Sends nothing until the client disconnects.
  case silence

  public static func ok(_ body: [UInt8], type: String = "application/octet-stream") -> StubAnswer {
    status(200, headers: ["Content-Type: \(type)"], body: body)
  }

  public static func ok(_ body: String, type: String = "application/json") -> StubAnswer {
    ok(Array(body.utf8), type: type)
  }

  public static func redirect(to location: String, status code: Int = 302) -> StubAnswer {
    status(code, headers: ["Location: \(location)"])
  }

  /// - Parameter length: the value of `Content-Length`; by default the body's length.
  public static func status(
    _ code: Int, headers: [String] = [], body: [UInt8] = [], length: Int? = nil
  ) -> StubAnswer {
    let head =
      ["HTTP/1.1 \(code) Stub", "Content-Length: \(length ?? body.count)", "Connection: close"] + headers
    return .bytes(Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
  }
}

/// The first words of the answer, to tell cases apart in a log.
extension StubAnswer: CustomStringConvertible {
  public var description: String {
    switch self {
    case .bytes(let bytes): "\(Self.start(of: bytes)) (\(bytes.count) bytes)"
    case .endless(let head, let chunk): "endless \(Self.start(of: Array(head.utf8) + chunk))"
    case .silence: "silence"
    }
  }

  private static func start(of bytes: [UInt8]) -> String {
    String(String(decoding: bytes, as: UTF8.self).prefix(60).map { $0.isASCII && !$0.isNewline ? $0 : " " })
  }
}

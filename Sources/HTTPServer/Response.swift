internal import CMicroHTTPD
internal import Synchronization

/// An immutable ready answer; may be kept, shared between threads and sent any number of times.
///
/// The library's own object is made on the first sending and kept. What a header may not hold (a line break,
/// an empty value, a name with spaces) is left out of the answer.
public final class Response: Sendable {
  public let status: Int
  public let headers: [(String, String)]
  private let bytes: ResponseBytes
  private let prepared = AtomicLazyReference<PreparedResponse>()

  /// `Content-Length` and `Date` are added when it is sent. Cost: one copy of the body.
  public init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    bytes = ResponseBytes(body)
  }

  /// A copy of the body.
  public var body: [UInt8] { Array(bytes.buffer) }

  var bodyCount: Int { bytes.buffer.count }

  /// The library's object for one server, owned by this response unless `closing`.
  func prepared(for common: CommonHeaders, closing: Bool) -> PreparedResponse? {
    if closing { return prepare(common, closing: true) }
    if let ready = prepared.load() {
      // A second server in the same process has its own headers; it pays for a new object each time.
      return ready.common === common ? ready : prepare(common, closing: false)
    }
    guard let made = prepare(common, closing: false) else { return nil }
    _ = prepared.storeIfNil(made)
    return made
  }

  private func prepare(_ common: CommonHeaders, closing: Bool) -> PreparedResponse? {
    PreparedResponse(bytes, status: status, headers: headers, common: common, closing: closing)
  }
}

extension Response {
  /// A refusal in plain text: the status and its name.
  public static func plainRefusal(_ status: Int) -> Response {
    var text = String(status)
    if let reason = reasonPhrase(status) { text += " \(reason)" }
    return Response(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")],
      body: Array((text + "\n").utf8))
  }
}

/// The reason phrase of the status line, `nil` for an unknown status.
func reasonPhrase(_ status: Int) -> String? {
  guard let code = UInt32(exactly: status), let phrase = MHD_get_reason_phrase_for(code) else { return nil }
  let text = String(cString: phrase)
  return text == "Unknown" ? nil : text
}

import CMicroHTTPD
import Glibc
internal import Synchronization
public import System

/// An immutable ready answer; may be kept, shared between threads and sent any number of times.
///
/// The library's own object is made on the first sending and kept. An invalid header (a line break, an empty
/// value, a name with spaces) is left out of the answer.
public final class Response: Sendable {
  public let status: Int
  public let headers: [(String, String)]
  let bytes: ResponseBytes
  /// Held by this response. `AtomicLazyReference` would look its own type up at every load.
  private let prepared = Atomic<Unmanaged<PreparedResponse>?>(nil)

  /// `Content-Length` and `Date` are added when it is sent. Cost: one copy of the body.
  public convenience init(status: Int, headers: [(String, String)] = [], body: [UInt8] = []) {
    self.init(status: status, headers: headers, ResponseBytes(body))
  }

  /// An answer whose body is made while it is sent, once.
  /// - Parameter next: the next bytes, made within a millisecond, or none at the end. Called by one thread at a time.
  public convenience init(
    status: Int, headers: [(String, String)], pieces next: @escaping @Sendable () -> [UInt8]
  ) {
    self.init(status: status, headers: headers, ResponseBytes(next))
  }

  /// An answer whose body is a part of a file. Nothing of it is kept in memory.
  public convenience init(status: Int, headers: [(String, String)], file: FileSlice) {
    self.init(status: status, headers: headers, ResponseBytes(file))
  }

  private init(status: Int, headers: [(String, String)], _ bytes: ResponseBytes) {
    self.status = status
    self.headers = headers
    self.bytes = bytes
  }

  deinit {
    prepared.load(ordering: .acquiring)?.release()
  }

  /// "Not modified" (304): announces the same length (RFC 9110, section 8.6) and shares the bytes, unsent.
  public func notModified(headers: [(String, String)]) -> Response {
    Response(status: 304, headers: headers, bytes)
  }

  /// A copy of the body that is sent after the headers.
  public var body: [UInt8] { hasBody ? bytes.whole : [] }

  /// Bytes of the body, 0 if it is made while it is sent.
  var bodyCount: Int { hasBody ? bytes.file?.count ?? bytes.buffer.count : 0 }
  /// Bytes for which it counts until it is taken.
  var weight: Int { hasBody ? bytes.weight : 0 }

  private var hasBody: Bool { status != 304 }

  /// The library's object for one server, owned by this response unless `closing`.
  func prepared(for common: CommonHeaders, closing: Bool) -> PreparedResponse? {
    if closing { return prepare(common, closing: true) }
    if let ready = prepared.load(ordering: .acquiring)?.takeUnretainedValue() {
      // A second server in the same process has its own headers; it pays for a new object each time.
      return ready.common === common ? ready : prepare(common, closing: false)
    }
    guard let made = prepare(common, closing: false) else { return nil }
    let held = Unmanaged.passRetained(made)
    let (isFirst, other) = prepared.compareExchange(
      expected: nil, desired: held, ordering: .acquiringAndReleasing)
    if isFirst { return made }
    held.release()
    return other?.takeUnretainedValue()
  }

  private func prepare(_ common: CommonHeaders, closing: Bool) -> PreparedResponse? {
    PreparedResponse(bytes, status: status, headers: headers, common: common, closing: closing)
  }
}

extension Response {
  /// `Retry-After` for a 503; empty for another status.
  public static func retryHeaders(_ status: Int) -> [(String, String)] {
    status == 503 ? [("Retry-After", "2")] : []
  }

  /// A refusal in plain text: the status and its name.
  public static func plainRefusal(_ status: Int) -> Response {
    var text = String(status)
    if let reason = reasonPhrase(status) { text += " \(reason)" }
    return Response(
      status: status, headers: [("Content-Type", "text/plain; charset=utf-8")] + retryHeaders(status),
      body: Array((text + "\n").utf8))
  }
}

/// The reason phrase of the status line, `nil` for an unknown status.
func reasonPhrase(_ status: Int) -> String? {
  guard let code = UInt32(exactly: status), let phrase = MHD_get_reason_phrase_for(code) else { return nil }
  let text = String(cString: phrase)
  return text == "Unknown" ? nil : text
}

/// The result of a handler.
public enum Answer: Sendable {
  case now(Response)
  /// Made on a worker thread; for answers that read a disk or ask the network. The result may be of another kind.
  ///
  /// The closure cannot use the request. When too many answers wait, the server answers 503 instead.
  case later(@Sendable () -> Answer)
  /// Made on one of a few threads of low priority; for more than about a millisecond of processor time.
  case computed(@Sendable () -> Answer)

  /// The response, made on the calling thread unless it is made already.
  public var response: Response {
    switch self {
    case .now(let response): response
    case .later(let make), .computed(let make): make().response
    }
  }
}

/// An immutable `MHD_Response`; the library counts who still sends it.
final class PreparedResponse: @unchecked Sendable {
  let handle: OpaquePointer
  let common: CommonHeaders
  let body: ResponseBytes

  /// - Returns: `nil` when memory or file descriptors are short.
  init?(
    _ bytes: ResponseBytes, status: Int, headers: [(String, String)], common: CommonHeaders, closing: Bool
  ) {
    guard let made = Self.made(of: bytes) else { return nil }
    common.forEach(completing: headers, status: status) { name, value in
      _ = MHD_add_response_header(made, name, value)
    }
    if closing { _ = MHD_add_response_header(made, "Connection", "close") }
    handle = made
    body = bytes
    self.common = common
  }

  private static func made(of bytes: ResponseBytes) -> OpaquePointer? {
    if let file = bytes.file {
      // The library closes the descriptor.
      let own = fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0)
      guard own >= 0 else { return nil }
      let made = MHD_create_response_from_fd_at_offset64(UInt64(file.count), own, UInt64(file.offset))
      if made == nil { close(own) }
      return made
    }
    let owner = Unmanaged.passRetained(bytes)
    let made =
      bytes.next == nil
      ? MHD_create_response_from_buffer_with_free_callback_cls(
        bytes.buffer.count, bytes.buffer.baseAddress, releaseResponseBytes, owner.toOpaque())
      : MHD_create_response_from_callback(
        .max, ResponseBytes.pieceSize, readResponseBytes, owner.toOpaque(), releaseResponseBytes)
    if made == nil { owner.release() }
    return made
  }

  deinit {
    MHD_destroy_response(handle)
  }
}

/// The headers of every answer of one server; their identity stands for the server.
final class CommonHeaders: Sendable {
  private let headers: [(String, String)]

  init(_ headers: [(String, String)]) {
    self.headers = headers
  }

  /// The answer's own headers, then those of the server that it does not set itself.
  ///
  /// A "not modified" has its own only: browsers go on using those of the answer that they have kept.
  func forEach(
    completing own: [(String, String)], status: Int, _ body: (_ name: String, _ value: String) -> Void
  ) {
    for (name, value) in own { body(name, value) }
    guard status != 304 else { return }
    for (name, value) in headers where !own.contains(where: { equalIgnoringCase($0.0, name) }) {
      body(name, value)
    }
  }
}

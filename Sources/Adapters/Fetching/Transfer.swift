import CCurl
import Glibc
import System
import Text

/// One request and its response over one connection; owns libcurl's handles for it.
final class Transfer {
  private let target: WebAddress
  private let rules: FetchRules
  private let refusal: (IPAddress) -> FetchError?
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let reason: UnsafeMutablePointer<CChar>

  private var headers: [(name: String, value: String)] = []
  private var body = NumberWriter<UInt8>()
  /// Bytes of all heads, and of what follows the body.
  private var headSize = 0
  private var isTooLarge = false
  /// The reason why an address was refused.
  private var refused: FetchError?
  /// The addresses that connections were opened to.
  private(set) var tried: Set<IPAddress> = []

  private static let isReady: Bool = dramatis_curl_global_init() == CURLE_OK
  /// The time until a transfer notices that it was stopped.
  private static let pollMilliseconds: Int32 = 50
  private static let headLimit = 256 << 10

  /// - Parameter refusal: the reason why an address may not be connected to; nil if it may.
  init(
    _ target: WebAddress, headers: [String], userAgent: String, rules: FetchRules,
    refusal: @escaping (IPAddress) -> FetchError?
  ) throws(FetchError) {
    // A line break would begin another header.
    guard !headers.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else { throw .badHeader }
    guard Self.isReady, let easy = curl_easy_init() else { throw Self.unusable(target) }
    guard let multi = curl_multi_init() else {
      curl_easy_cleanup(easy)
      throw Self.unusable(target)
    }
    self.target = target
    self.rules = rules
    self.refusal = refusal
    self.easy = easy
    self.multi = multi
    reason = .allocate(capacity: Int(CURL_ERROR_SIZE))
    reason.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    for header in headers { lines = curl_slist_append(lines, header) }
    guard configure(userAgent: userAgent) else { throw Self.unusable(target) }
  }

  deinit {
    curl_multi_remove_handle(multi, easy)
    curl_easy_cleanup(easy)
    curl_multi_cleanup(multi)
    curl_slist_free_all(lines)
    reason.deallocate()
  }

  /// Sends the request and receives the response.
  func run(until deadline: ContinuousClock.Instant, stopping: StopFlag) throws(FetchError) -> Fetched {
    var running: Int32 = 1
    var work: LongWork?
    var pace = Pace(rules, deadline)
    while true {
      guard !stopping.isSet else { throw .cancelled }
      guard curl_multi_perform(multi, &running) == CURLM_OK else { throw Self.unusable(target) }
      if running == 0 { break }
      var (received, length): (curl_off_t, curl_off_t) = (0, -1)
      dramatis_curl_progress(easy, &received, &length)
      // The length is known once the response has begun.
      if received > 0 {
        work =
          work
          ?? LongWork(
            "fetching from \(target.host)", as: .fetching, of: length > 0 ? Int(length) : nil, in: .bytes)
        if length > 0 { ScratchSpace.current?.expect(source: Int(length)) }
        guard work?.reach(Int(received)) != false else { throw .cancelled }
      }
      if let error = pace.fault(after: Int(received), from: target.host) { throw error }
      guard curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil) == CURLM_OK
      else { throw Self.unusable(target) }
    }
    var waiting: Int32 = 0
    guard let message = curl_multi_info_read(multi, &waiting) else { throw Self.unusable(target) }
    try check(dramatis_curl_result(message))
    var status = 0
    dramatis_curl_status(easy, &status)
    return Fetched(status: status, headers: headers, address: target.text, content: try decoded(body.take()))
  }

  private func configure(userAgent: String) -> Bool {
    let verification = rules.trustsAnybody ? (peer: 0, host: 0) : (peer: 1, host: 2)
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_SSL_VERIFYPEER, verification.peer), (CURLOPT_SSL_VERIFYHOST, verification.host),
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP09_ALLOWED, 0),
      (CURLOPT_HTTP_CONTENT_DECODING, 0),
      // A name server that does not answer would otherwise delay the end of the fetch.
      (CURLOPT_QUICK_EXIT, 1),
    ]
    var texts: [(CURLoption, String)] = [
      (CURLOPT_URL, target.text), (CURLOPT_USERAGENT, userAgent), (CURLOPT_PROTOCOLS_STR, "http,https"),
      (CURLOPT_ACCEPT_ENCODING, "gzip"),
      // The empty text disables proxies from the environment.
      (CURLOPT_PROXY, ""),
    ]
    if let socket = rules.socket { texts.append((CURLOPT_UNIX_SOCKET_PATH, socket)) }
    let codes =
      numbers.map { dramatis_curl_set_long(easy, $0.0, $0.1) }
      + texts.map { dramatis_curl_set_string(easy, $0.0, $0.1) } + [
        dramatis_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(rules.byteLimit)),
        dramatis_curl_set_headers(easy, lines), dramatis_curl_set_error_buffer(easy, reason),
      ]
    return (codes + callbacks()).allSatisfy { $0 == CURLE_OK }
      && curl_multi_add_handle(multi, easy) == CURLM_OK
  }

  private func check(_ code: CURLcode) throws(FetchError) {
    let host = target.host
    if rules.isHeadOnly, code == CURLE_WRITE_ERROR { return }
    if isTooLarge { throw .tooLarge(host: host, limit: rules.byteLimit) }
    if code == CURLE_COULDNT_CONNECT, let refused { throw refused }
    // libcurl's description has hosts and ports, but neither queries nor headers.
    let detail = String(cString: reason)
    let explanation = detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
    switch code {
    case CURLE_OK: return
    case CURLE_FILESIZE_EXCEEDED: throw .tooLarge(host: host, limit: rules.byteLimit)
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut(host: host, after: rules.timeout)
    case CURLE_COULDNT_RESOLVE_HOST: throw .unknownHost(host: host)
    case CURLE_COULDNT_CONNECT:
      let error = dramatis_curl_system_error(easy)
      throw .unreachable(host: host, reason: error == 0 ? explanation : String(cString: strerror(error)))
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
      throw .untrusted(host: host, reason: explanation)
    default: throw .broken(host: host, reason: explanation)
    }
  }

  private static func unusable(_ target: WebAddress) -> FetchError {
    .unreachable(host: target.host, reason: "libcurl could not be set up")
  }

  // MARK: Callbacks

  private func callbacks() -> [CURLcode] {
    let context = Unmanaged.passUnretained(self).toOpaque()
    return [
      dramatis_curl_on_socket(
        easy, { context, _, address in address.map { transfer(context).socket(for: $0) } ?? CURL_SOCKET_BAD },
        context),
      // The second argument, the size of one element, is always 1. Any result but the count ends the transfer.
      dramatis_curl_on_header(
        easy,
        { start, _, count, context in
          transfer(context).receive(header: buffer(start, count)) ? count : 0
        }, context),
      dramatis_curl_on_body(
        easy,
        { start, _, count, context in transfer(context).receive(body: buffer(start, count)) ? count : -1 },
        context),
    ]
  }

  /// Appends to the body; false if it exceeds the limit.
  fileprivate func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if rules.isHeadOnly { return false }
    isTooLarge = bytes.count > rules.byteLimit - body.count
    if !isTooLarge { body.append(bytes) }
    return !isTooLarge && ScratchSpace.current?.shortage == nil
  }

  /// Receives one line of the head, including the status line, or one behind the body; false if they are too many.
  fileprivate func receive(header bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    headSize += bytes.count
    guard headSize <= Self.headLimit else { return false }
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // The lines before belong to an interim response.
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      headers.append((String(line[..<colon]), String(line[line.index(after: colon)...]).trimmed))
    }
    return true
  }

  /// The body without its compression; libcurl itself would pass over an end that is missing.
  private func decoded(_ body: Numbers<UInt8>) throws(FetchError) -> Numbers<UInt8> {
    let coding = headers.last { $0.name.lowercased() == "content-encoding" }?.value.lowercased() ?? "identity"
    if coding == "identity" || body.isEmpty { return body }
    do throws(GzipError) {
      guard ["gzip", "x-gzip"].contains(coding) else { throw .damaged }
      return try Gzip.decompress(body, limit: rules.byteLimit)
    } catch {
      if case .tooLarge = error { throw .tooLarge(host: target.host, limit: rules.byteLimit) }
      throw .broken(host: target.host, reason: "Content-Encoding \(coding.oneLine(limit: 40)): \(error)")
    }
  }

  /// Opens the socket for an address that libcurl is about to connect to, if that is allowed.
  fileprivate func socket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    if rules.socket != nil { return Glibc.socket(address.pointee.family, kind, address.pointee.protocol) }
    // The structure's last member is as long as the address needs, longer than its declaration.
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
      let destination = IPAddress(
        (UnsafeRawPointer(address) + offset).assumingMemoryBound(to: sockaddr.self))
    else { return CURL_SOCKET_BAD }
    if let error = refusal(destination) {
      refused = error
      return CURL_SOCKET_BAD
    }
    tried.insert(destination)
    return Glibc.socket(address.pointee.family, kind, address.pointee.protocol)
  }
}

private func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
  guard let context else { preconditionFailure("libcurl calls with the context it was given") }
  return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
}

private func buffer(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: count)
}

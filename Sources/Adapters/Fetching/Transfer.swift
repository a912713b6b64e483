import CCurl
import System

/// One request and its answer over one connection; owns libcurl's handles for it.
final class Transfer {
  private let target: WebAddress
  private let rules: FetchRules
  private let receiver: Receiver
  private let easy: UnsafeMutableRawPointer
  private let multi: UnsafeMutableRawPointer
  private var lines: UnsafeMutablePointer<curl_slist>?
  private let reason: UnsafeMutablePointer<CChar>

  private static let isReady: Bool = dramatis_curl_global_init() == CURLE_OK
  /// How soon a transfer notices that it shall end.
  private static let pollMilliseconds: Int32 = 50

  init(
    _ target: WebAddress, headers: [String], userAgent: String, rules: FetchRules, receiver: Receiver
  ) throws(FetchError) {
    // A line break in a header would begin another header.
    guard !headers.contains(where: { $0.utf8.contains { $0 < 0x20 || $0 == 0x7F } }) else { throw .badHeader }
    guard Self.isReady, let easy = curl_easy_init() else { throw Self.unusable(target) }
    guard let multi = curl_multi_init() else {
      curl_easy_cleanup(easy)
      throw Self.unusable(target)
    }
    self.target = target
    self.rules = rules
    self.receiver = receiver
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

  /// Sends the request and takes in the answer.
  func run(until deadline: ContinuousClock.Instant, stopping: StopFlag) throws(FetchError) -> Fetched {
    var running: Int32 = 1
    var work: LongWork?
    while true {
      guard !stopping.isSet.load(ordering: .relaxed) else { throw .cancelled }
      guard curl_multi_perform(multi, &running) == CURLM_OK else { throw Self.unusable(target) }
      if running == 0 { break }
      var (received, length): (curl_off_t, curl_off_t) = (0, -1)
      dramatis_curl_progress(easy, &received, &length)
      // What an answer holds is known once it has begun.
      if received > 0 {
        work =
          work ?? LongWork("fetching from \(target.host)", of: length > 0 ? Int(length) : nil, in: .bytes)
        guard work?.reach(Int(received)) != false else { throw .cancelled }
      }
      guard ContinuousClock.now < deadline else { throw .timedOut(host: target.host, after: rules.timeout) }
      guard curl_multi_poll(multi, nil, 0, Self.pollMilliseconds, nil) == CURLM_OK
      else { throw Self.unusable(target) }
    }
    var waiting: Int32 = 0
    guard let message = curl_multi_info_read(multi, &waiting) else { throw Self.unusable(target) }
    try check(dramatis_curl_result(message))
    var status = 0
    dramatis_curl_status(easy, &status)
    return Fetched(status: status, headers: receiver.headers, address: target.text, body: receiver.body)
  }

  private func configure(userAgent: String) -> Bool {
    let verification = rules.trustsAnybody ? (peer: 0, host: 0) : (peer: 1, host: 2)
    let numbers: [(CURLoption, Int)] = [
      (CURLOPT_SSL_VERIFYPEER, verification.peer), (CURLOPT_SSL_VERIFYHOST, verification.host),
      (CURLOPT_NOSIGNAL, 1), (CURLOPT_FOLLOWLOCATION, 0), (CURLOPT_HTTP09_ALLOWED, 0),
      // A name server that does not answer would otherwise hold up the end of the fetch.
      (CURLOPT_QUICK_EXIT, 1),
    ]
    let texts: [(CURLoption, String)] = [
      (CURLOPT_URL, target.text), (CURLOPT_USERAGENT, userAgent), (CURLOPT_PROTOCOLS_STR, "http,https"),
      (CURLOPT_ACCEPT_ENCODING, "gzip"),
      // Empty, it keeps the environment's proxies out.
      (CURLOPT_PROXY, ""),
    ]
    let codes =
      numbers.map { dramatis_curl_set_long(easy, $0.0, $0.1) }
      + texts.map { dramatis_curl_set_string(easy, $0.0, $0.1) } + [
        dramatis_curl_set_offset(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(rules.byteLimit)),
        dramatis_curl_set_headers(easy, lines), dramatis_curl_set_error_buffer(easy, reason),
      ]
    return codes.allSatisfy { $0 == CURLE_OK } && receiver.attach(to: easy)
      && curl_multi_add_handle(multi, easy) == CURLM_OK
  }

  private func check(_ code: CURLcode) throws(FetchError) {
    let host = target.host
    if receiver.isTooLarge { throw .tooLarge(host: host, limit: rules.byteLimit) }
    if code == CURLE_COULDNT_CONNECT, let error = receiver.refused { throw error }
    switch code {
    case CURLE_OK: return
    case CURLE_FILESIZE_EXCEEDED: throw .tooLarge(host: host, limit: rules.byteLimit)
    case CURLE_OPERATION_TIMEDOUT: throw .timedOut(host: host, after: rules.timeout)
    case CURLE_COULDNT_RESOLVE_HOST: throw .unknownHost(host: host)
    case CURLE_COULDNT_CONNECT: throw .unreachable(host: host, reason: explanation(of: code))
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE:
      throw .untrusted(host: host, reason: explanation(of: code))
    default: throw .broken(host: host, reason: explanation(of: code))
    }
  }

  /// libcurl's words for what happened; they name hosts and ports, never a query or a header.
  private func explanation(of code: CURLcode) -> String {
    let detail = String(cString: reason)
    return detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail
  }

  private static func unusable(_ target: WebAddress) -> FetchError {
    .unreachable(host: target.host, reason: "libcurl could not be set up")
  }
}

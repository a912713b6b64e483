import Fetching
import Synchronization

/// The requests of a visit to a source, which the next visit repeats with their `ETag` and `Last-Modified`.
final class AskedRequests: Sendable {
  struct Request: Sendable {
    let address: WebAddress
    let headers: [String]
    let limit: Int
    let isBound: Bool
    let mayBeInside: Bool
    /// `If-None-Match` and `If-Modified-Since` for its answer; empty if that has neither header.
    var conditions: [String] = []
  }

  private struct State {
    var requests: [Request] = []
    /// Answers that have come already, by address.
    var ready: [String: Fetched] = [:]
    var lifetime = Int.max
  }

  private let state = Mutex(State())

  /// Seconds of the longest time for which an answer may say that it holds.
  private static let longest = 86_400
  /// Between two requests, of which a service gets at most four a second.
  private static let pause = Duration.milliseconds(250)

  /// Seconds for which all answers say that they hold: at most a day.
  var lifetime: Int { state.withLock { $0.requests.isEmpty ? 0 : min($0.lifetime, Self.longest) } }

  func note(_ request: Request, _ answer: Fetched) {
    let names = [("If-None-Match", "etag"), ("If-Modified-Since", "last-modified")]
    var request = request
    request.conditions = names.compactMap { name, header in
      // A longer one, or one with control characters, is none that can be sent.
      answer.header(header).flatMap { value in
        let isUsable = value.utf8.count <= 1_000 && value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        return isUsable ? "\(name): \(value)" : nil
      }
    }
    state.withLock { state in
      state.requests.append(request)
      state.lifetime = min(state.lifetime, answer.lifetime)
    }
  }

  /// Removes answers that were not requested again.
  func dropReady() { state.withLock { $0.ready = [:] } }

  func takeReady(_ address: String) -> Fetched? { state.withLock { $0.ready.removeValue(forKey: address) } }

  /// Asks whether answers have changed since an earlier visit, up to the first one that has.
  /// - Returns: false if one has, which is then used, or if one cannot be asked so.
  func areUnchanged(since last: AskedRequests, _ source: FeedSource) throws(FeedError) -> Bool {
    let requests = last.state.withLock { $0.requests }
    guard !requests.isEmpty, requests.allSatisfy({ !$0.conditions.isEmpty }) else { return false }
    var isInside = true
    for (index, request) in requests.enumerated() {
      if index > 0 { try source.pause(Self.pause) }
      let answer = try source.get(request, mayBeInside: request.mayBeInside && isInside)
      isInside = isInside && answer.isFromInside
      guard answer.status == 304 else {
        state.withLock { state in
          (state.requests, state.lifetime) = ([], .max)
          state.ready = [request.address.text: answer]
        }
        return false
      }
      state.withLock { state in
        state.requests.append(request)
        state.lifetime = min(state.lifetime, answer.lifetime)
      }
    }
    return true
  }
}

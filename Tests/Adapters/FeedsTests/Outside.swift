import Fetching
import Synchronization

/// Answers one request after the other with the given statuses; 0 stands for no answer at all.
final class Outside: Sendable {
  private let state: Mutex<(statuses: [Int], asked: [String])>

  init(_ statuses: [Int]) {
    state = Mutex((statuses, []))
  }

  var asked: [String] { state.withLock { $0.asked } }

  func answer(_ address: String) throws(FetchError) -> Fetched {
    let status = state.withLock { state in
      state.asked.append(address)
      return state.statuses.isEmpty ? 0 : state.statuses.removeFirst()
    }
    guard status != 0 else { throw .unreachable(host: "example.org", reason: "nobody there") }
    return Fetched(status: status, headers: [], address: address, body: [])
  }
}

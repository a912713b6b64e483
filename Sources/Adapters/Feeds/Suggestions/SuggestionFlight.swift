import Configuration
import Dispatch
import Synchronization

/// A request under way, and those who wait for the same answer.
final class SuggestionFlight: Sendable {
  private let landing = DispatchGroup()
  private let outcome = Mutex<Result<[Suggestion], SuggestionFault>>(.failure(.unavailable))

  init() {
    landing.enter()
  }

  /// Called once, by whoever asks.
  func land(with result: Result<[Suggestion], SuggestionFault>) {
    outcome.withLock { $0 = result }
    landing.leave()
  }

  /// Waits for the answer, which comes within the time that a fetch may take.
  func wait() throws(SuggestionFault) -> [Suggestion] {
    landing.wait()
    return try outcome.withLock { $0 }.get()
  }
}

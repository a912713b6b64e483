import Feeds
import Synchronization

/// The row that replicas share in a test, and its clock.
final class SharedRow: Sendable {
  struct State {
    var now = 1_000_000
    var holder: String?
    var end = 0
    var answer: SharedAnswer?
    var takenAt = 0
    var isAway = false
    var sizeLimit = Int.max
    /// The errors of the next attempts to read the answer.
    var readErrors: [SharedEditionError] = []
    var reads = 0
  }

  let state = Mutex(State())

  var now: Int { state.withLock { $0.now } }
  var holder: String? { state.withLock { $0.holder } }
  var isAway: Bool {
    get { state.withLock { $0.isAway } }
    set { state.withLock { $0.isAway = newValue } }
  }
  var sizeLimit: Int {
    get { state.withLock { $0.sizeLimit } }
    set { state.withLock { $0.sizeLimit = newValue } }
  }

  func pass(_ seconds: Double) { state.withLock { $0.now += Int(seconds) } }
}

/// The row as one replica has it.
struct MemoryEdition: SharedEdition {
  private let row: SharedRow
  private let holder: String

  init(_ row: SharedRow, holder: String) {
    (self.row, self.holder) = (row, holder)
  }

  private func state<Result: Sendable>(
    _ body: (inout SharedRow.State) -> Result
  ) throws(SharedEditionError) -> Result {
    let result = row.state.withLock { $0.isAway ? nil : body(&$0) }
    guard let result else { throw SharedEditionError("it is away") }
    return result
  }

  func look(leading: Bool) throws(SharedEditionError) -> SharedView {
    try state { state in
      if leading, state.holder == nil || state.holder == holder || state.end < state.now {
        (state.holder, state.end) = (holder, state.now + 30)
      }
      let head = state.answer.map {
        SharedHead(
          digest: $0.digest, source: $0.source, takenAt: state.takenAt, age: state.now - state.takenAt,
          isShared: $0.pieces.reduce(0) { $0 + $1.count } <= state.sizeLimit)
      }
      return SharedView(head: head, isLeading: leading && state.holder == holder)
    }
  }

  func answer() throws(SharedEditionError) -> SharedAnswer? {
    let (answer, error) = try state { state in
      state.reads += 1
      return (state.answer, state.readErrors.isEmpty ? nil : state.readErrors.removeFirst())
    }
    if let error { throw error }
    // Readers accept any pieces.
    return answer.map {
      SharedAnswer(
        digest: $0.digest, source: $0.source,
        pieces: $0.pieces.flatMap { [$0.part(0..<3), $0.part(from: 3)] },
        ids: $0.ids)
    }
  }

  func share(_ answer: SharedAnswer, age: Int) throws(SharedEditionError) -> Int? {
    try state { state in
      guard state.holder == holder else { return nil }
      (state.answer, state.takenAt) = (answer, state.now - age)
      return state.takenAt
    }
  }

  func leading<Result>(_ body: () -> Result) -> Result { body() }
}

/// The deadline of a transfer, which steady progress defers.
struct Pace {
  private let rules: FetchRules
  private var deadline: ContinuousClock.Instant
  /// Bytes received when the deadline was deferred.
  private var mark = 0

  init(_ rules: FetchRules, _ deadline: ContinuousClock.Instant) {
    (self.rules, self.deadline) = (rules, deadline)
  }

  /// The error after the deadline; nil before it.
  mutating func fault(
    after received: Int, from host: String, at now: ContinuousClock.Instant = .now
  ) -> FetchError? {
    if let pace = rules.pace, received - mark >= pace {
      (mark, deadline) = (received, now + rules.timeout)
    }
    guard now >= deadline else { return nil }
    guard let pace = rules.pace, mark > 0 else { return .timedOut(host: host, after: rules.timeout) }
    return .broken(host: host, reason: "fewer than \(pace) bytes came within \(rules.timeout)")
  }
}

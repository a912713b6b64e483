public import PostgreSQL
internal import Synchronization

/// Counts and durations of database calls by use and outcome. Writes nothing without a database.
public final class DatabaseMeter: CallMeter {
  private static let uses = DatabaseUse.allCases.map { "\($0)" }
  private static let outcomes = CallOutcome.allCases

  private let counts = Tally(uses.count * outcomes.count)
  private let times = uses.map { _ in
    Histogram(bounds: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 0.5, 2])
  }
  /// Whether the circuit breaker is open; nil without a database.
  private let source = Mutex<(@Sendable () -> Bool)?>(nil)

  /// Starts reporting whether the database answers.
  public func watch(_ isDegraded: @escaping @Sendable () -> Bool) {
    source.withLock { $0 = isDegraded }
  }

  public func count(_ use: DatabaseUse, _ outcome: CallOutcome, _ time: Duration) {
    let use = use.rawValue
    guard let position = Self.outcomes.firstIndex(of: outcome) else { return }
    counts.add(to: use * Self.outcomes.count + position)
    let parts = time.components
    times[use].observe(
      nanoseconds: UInt64(parts.seconds) * 1_000_000_000 + UInt64(parts.attoseconds / 1_000_000_000))
  }

  public var isDegraded: Bool { source.withLock { $0 }?() ?? false }

  func write(to exposition: inout Exposition) {
    guard let isDegraded = source.withLock({ $0 })?() else { return }
    exposition.family(
      "dramatis_database_calls_total", .counter, "Uses of the database, by what became of them.",
      Self.uses.enumerated().flatMap { use, name in
        Self.outcomes.enumerated().map { position, outcome in
          .init(
            Double(counts.value(of: use * Self.outcomes.count + position)),
            [("use", name), ("outcome", outcome.rawValue)])
        }
      })
    exposition.histograms(
      "dramatis_database_call_duration_seconds", "How long was waited for the database.",
      bounds: times[0].bounds, zip(Self.uses, times).map { ([("use", $0)], $1.reading) })
    exposition.family(
      "dramatis_database_circuit_open", .gauge, "Whether the database is not asked until a probe succeeds.",
      isDegraded ? 1 : 0)
  }
}

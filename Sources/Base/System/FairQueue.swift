/// A queue of distinct pieces of work in lanes: the lane with the least running comes first, and of several with as little
/// the one that has used the least time (start-time fair queueing).
///
/// So slow work delays another lane by one piece at most, however much of it is queued.
public struct FairQueue<Lane: Hashable & Sendable, Work: Hashable & Sendable>: Sendable {
  private struct Line {
    /// In order of arrival: work that a visitor waits for, and work that is done in advance.
    var awaited: [Work] = []
    var early: [Work] = []
    var running = 0
    /// Seconds that its work has taken. An idle lane starts again at the time of the lane that came last.
    var spent = 0.0
    /// The number of its last turn, or of its first piece of work.
    var turn = 0

    var waiting: Int { awaited.count + early.count }
    var open: Int { waiting + running }

    func comes(before other: Line) -> Bool {
      (awaited.isEmpty ? 1 : 0, running, spent, turn)
        < (other.awaited.isEmpty ? 1 : 0, other.running, other.spent, other.turn)
    }
  }

  private var lines: [Lane: Line] = [:]
  private var lanes: [Work: Lane] = [:]
  /// Seconds that the lane of the last turn had used.
  private var clock = 0.0
  private var turns = 0
  /// The number of pieces of work that wait or run.
  private let limit: Int
  /// The numbers of pieces of work of one lane that run at once, and that wait.
  private let runningLimit: Int
  private let waitingLimit: Int

  /// Idle lanes whose used time is remembered.
  private static var rememberedLanes: Int { 1_024 }

  public init(limit: Int, runningLimit: Int, waitingLimit: Int = .max) {
    (self.limit, self.runningLimit, self.waitingLimit) = (limit, runningLimit, waitingLimit)
  }

  /// The number of pieces of work that wait or run.
  public var count: Int { lanes.count }

  /// Whether work waits or runs.
  public func contains(_ work: Work) -> Bool { lanes[work] != nil }

  /// Whether a lane may have one more piece of work that is awaited.
  public func hasRoom(for lane: Lane) -> Bool {
    let line = lines[lane] ?? Line()
    return line.waiting < waitingLimit && (lanes.count < limit || yielding(to: lane) != nil)
  }

  /// Whether a visitor waits for the next piece of work; nil if nothing may run now.
  public var isNextAwaited: Bool? { next.flatMap { lines[$0]?.awaited.isEmpty == false } }

  private var next: Lane? {
    var found: (lane: Lane, line: Line)?
    for (lane, line) in lines where line.waiting > 0 && line.running < runningLimit {
      if found.map({ line.comes(before: $0.line) }) ?? true { found = (lane, line) }
    }
    return found?.lane
  }

  /// Adds work, or moves queued work forward if it is awaited now.
  ///
  /// In a full queue awaited work replaces the last piece of the longest lane, unless its own lane is about as long.
  /// - Returns: whether the work waits or runs now, and the work that it has replaced.
  @discardableResult
  public mutating func append(
    _ work: Work, in lane: Lane, isAwaited: Bool = true
  ) -> (isOpen: Bool, replaced: Work?) {
    if let lane = lanes[work] {
      if isAwaited, let place = lines[lane]?.early.firstIndex(of: work) {
        lines[lane]?.early.remove(at: place)
        lines[lane]?.awaited.append(work)
      }
      return (true, nil)
    }
    guard isAwaited ? hasRoom(for: lane) : lanes.count < limit else { return (false, nil) }
    let replaced = lanes.count < limit ? nil : yielding(to: lane).flatMap { removeLast(of: $0) }
    var line = lines[lane] ?? Line()
    if line.open == 0 {
      turns += 1
      (line.spent, line.turn) = (max(line.spent, clock), turns)
    }
    isAwaited ? line.awaited.append(work) : line.early.append(work)
    (lines[lane], lanes[work]) = (line, lane)
    return (true, replaced)
  }

  /// The lane with the most waiting work, if it is longer than another with one more piece.
  private func yielding(to lane: Lane) -> Lane? {
    let longest = lines.max { $0.value.waiting < $1.value.waiting }
    return longest.flatMap { $0.value.waiting > (lines[lane]?.open ?? 0) + 1 ? $0.key : nil }
  }

  private mutating func removeLast(of lane: Lane) -> Work? {
    let last = lines[lane]?.early.popLast() ?? lines[lane]?.awaited.popLast()
    if let last { lanes[last] = nil }
    return last
  }

  /// Starts the next piece of work, which stays in the queue until ``finish(_:after:)``.
  public mutating func popFirst() -> Work? {
    guard let lane = next, var line = lines[lane] else { return nil }
    turns += 1
    (line.turn, line.running) = (turns, line.running + 1)
    clock = max(clock, line.spent)
    let work = line.awaited.isEmpty ? line.early.removeFirst() : line.awaited.removeFirst()
    lines[lane] = line
    return work
  }

  /// Ends work, and charges its lane with its time in seconds.
  public mutating func finish(_ work: Work, after seconds: Double) {
    guard let lane = lanes.removeValue(forKey: work) else { return }
    lines[lane]?.running -= 1
    lines[lane]?.spent += seconds
    // An idle lane is remembered while it has used more time than others.
    if let line = lines[lane], line.open == 0, line.spent <= clock { lines[lane] = nil }
    guard lines.count > Self.rememberedLanes else { return }
    lines = lines.filter { $0.value.open > 0 }
  }

  /// Removes waiting work, of one lane or of all, for which a condition holds.
  @discardableResult
  public mutating func removeWaiting(
    in lane: Lane? = nil, where isRemoved: (Work) -> Bool = { _ in true }
  ) -> [Work] {
    var removed: [Work] = []
    for other in lane.map({ [$0] }) ?? Array(lines.keys) {
      guard var line = lines[other] else { continue }
      let found = (line.awaited + line.early).filter(isRemoved)
      guard !found.isEmpty else { continue }
      for work in found { lanes[work] = nil }
      line.awaited.removeAll { lanes[$0] == nil }
      line.early.removeAll { lanes[$0] == nil }
      lines[other] = line.open == 0 && line.spent <= clock ? nil : line
      removed += found
    }
    return removed
  }
}

/// A queue of distinct pieces of work in lanes; the lane that has used the least time comes first.
///
/// So slow work delays another lane by one piece at most, however much of it is queued.
struct FairQueue<Lane: Hashable & Sendable, Work: Hashable & Sendable>: Sendable {
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
      (awaited.isEmpty ? 1 : 0, spent, running, turn)
        < (other.awaited.isEmpty ? 1 : 0, other.spent, other.running, other.turn)
    }
  }

  private var lines: [Lane: Line] = [:]
  private var lanes: [Work: Lane] = [:]
  /// Seconds that the lane of the last turn had used.
  private var clock = 0.0
  private var turns = 0
  /// The number of pieces of work that wait or run.
  private let limit: Int
  /// The number of pieces of work of one lane that run at once.
  private let runningLimit: Int

  init(limit: Int, runningLimit: Int) {
    self.limit = limit
    self.runningLimit = runningLimit
  }

  /// Whether work waits or runs.
  func contains(_ work: Work) -> Bool { lanes[work] != nil }

  /// Whether a visitor waits for the next piece of work; nil if nothing may run now.
  var isNextAwaited: Bool? { next.flatMap { lines[$0]?.awaited.isEmpty == false } }

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
  mutating func append(_ work: Work, in lane: Lane, isAwaited: Bool = true) -> (isOpen: Bool, replaced: Work?)
  {
    if let lane = lanes[work] {
      if isAwaited, let place = lines[lane]?.early.firstIndex(of: work) {
        lines[lane]?.early.remove(at: place)
        lines[lane]?.awaited.append(work)
      }
      return (true, nil)
    }
    var replaced: Work?
    if lanes.count >= limit {
      guard isAwaited, let last = removeLast(for: lane) else { return (false, nil) }
      replaced = last
    }
    var line = lines[lane] ?? Line()
    if line.open == 0 {
      turns += 1
      (line.spent, line.turn) = (max(line.spent, clock), turns)
    }
    isAwaited ? line.awaited.append(work) : line.early.append(work)
    (lines[lane], lanes[work]) = (line, lane)
    return (true, replaced)
  }

  private mutating func removeLast(for lane: Lane) -> Work? {
    guard let longest = lines.max(by: { $0.value.waiting < $1.value.waiting }),
      longest.value.waiting > (lines[lane]?.open ?? 0) + 1,
      let last = longest.value.early.last ?? longest.value.awaited.last
    else { return nil }
    if lines[longest.key]?.early.popLast() == nil { _ = lines[longest.key]?.awaited.popLast() }
    lanes[last] = nil
    return last
  }

  /// Starts the next piece of work, which stays in the queue until ``finish(_:after:)``.
  mutating func popFirst() -> Work? {
    guard let lane = next, var line = lines[lane] else { return nil }
    turns += 1
    (line.turn, line.running) = (turns, line.running + 1)
    clock = max(clock, line.spent)
    let work = line.awaited.isEmpty ? line.early.removeFirst() : line.awaited.removeFirst()
    lines[lane] = line
    return work
  }

  /// Ends work, and charges its lane with its time in seconds.
  mutating func finish(_ work: Work, after seconds: Double) {
    guard let lane = lanes.removeValue(forKey: work) else { return }
    lines[lane]?.running -= 1
    lines[lane]?.spent += seconds
    // An idle lane is remembered while it has used more time than others.
    if lanes.isEmpty || lines.count > limit {
      lines = lines.filter { $0.value.open > 0 }
    } else if let line = lines[lane], line.open == 0, line.spent <= clock {
      lines[lane] = nil
    }
  }

  /// Removes the waiting work of a lane.
  mutating func removeAll(in lane: Lane) -> [Work] {
    guard var line = lines[lane] else { return [] }
    let removed = line.awaited + line.early
    for work in removed { lanes[work] = nil }
    (line.awaited, line.early) = ([], [])
    lines[lane] = line
    return removed
  }
}

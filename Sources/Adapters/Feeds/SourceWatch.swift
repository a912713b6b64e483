import Glibc
import System

/// A file or folder that a source is read from, looked at every second for changes.
///
/// A file costs one system call a look. A folder costs one for each name in it: with the kernel's notices it is looked
/// at when they come and once a minute; without them, as on network drives, as often as takes 2 % of a processor. What
/// lies on a drive that does not answer counts as absent.
struct SourceWatch {
  private let path: String
  /// The state at the last look.
  private(set) var state: DiskState
  /// The state that was read last, with success or without.
  private var read: DiskState?
  /// The time at which the state was first seen.
  private var since = -Double.infinity
  /// Seconds without a change until it is read.
  private var quiet = SourceWatch.settling
  private var nextLook = -Double.infinity
  private var notices: FolderNotices?

  /// Seconds between two looks.
  static let pause = 1.0
  /// Seconds without a change until a source is read: a program may still write it.
  static let settling = 2.0
  /// The same for a list that has become much shorter.
  static let patience = 5.0
  /// Seconds between two looks at a folder that gives notice.
  private static let longPause = 60.0
  private static let share = 0.02

  /// - Parameter read: the state of which the list is served; nil if it is yet to be read.
  init(_ path: String, read: DiskState?) {
    (self.path, self.read) = (path, read)
    state = read ?? (Drives.all.answer(for: path) ? DiskState(of: path) : .absent)
  }

  /// Whether it has changed, and has stopped changing.
  /// - Parameter now: seconds of a monotonic clock.
  mutating func isDue(at now: Double) -> Bool {
    look(at: now)
    return state != read && now - since >= quiet
  }

  /// Whether it is as it was when it was read.
  var isRead: Bool { state == read }

  mutating func look(at now: Double) {
    guard notices?.take() == true || now >= nextLook || state != read else { return }
    let isThere = Drives.all.answer(for: path)
    if isThere, notices == nil, FeedAnswer.isFolder(path) { notices = FolderNotices() }
    let start = MonotonicClock.awake.seconds
    let new = isThere ? DiskState(of: path, notices: notices) : .absent
    let cost = MonotonicClock.awake.seconds - start
    if new != state { (state, since, quiet) = (new, now, Self.settling) }
    // Nothing gives notice of a drive that is mounted over an empty folder.
    let isNoticed = new.names > 1 && notices?.isComplete == true
    nextLook = now + (isNoticed ? Self.longPause : max(Self.pause, cost / Self.share))
  }

  /// Notes that a state was read.
  mutating func note(_ state: DiskState) { read = state }

  /// Asks for more patience before a state is read that has just been found to be much shorter.
  /// - Returns: false if that much time has passed.
  mutating func isPatient(at now: Double) -> Bool {
    quiet = Self.patience
    if since == -.infinity { since = now }
    return now - since < quiet
  }
}

extension FeedAnswer {
  /// The reason why a file looks unfinished, by the end of its text; nil if it does not.
  ///
  /// A table that ends within its last row, which has fewer fields than the first one and no line end. Readers of other
  /// forms refuse what is cut off.
  var fractureAtEnd: String? {
    guard parts.count == 1, let bytes = parts.first?.bytes, let last = bytes.last, last != 0x0A, last != 0x0D
    else { return nil }
    let start = Array(bytes.part(0..<min(Self.longestRow, bytes.count)))
    let end = Array(bytes.part(max(0, bytes.count - Self.longestRow)..<bytes.count))
    guard let first = start.first(where: { $0 > 0x20 }), !Self.otherForms.contains(first), !start.contains(0),
      let firstEnd = start.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }),
      let lastStart = end.lastIndex(where: { $0 == 0x0A || $0 == 0x0D })
    else { return nil }
    let rows = (start[..<firstEnd], end[(lastStart + 1)...])
    let separators = [",", ";", "\t", "|"].map { UInt8(ascii: $0) }
    let counts = separators.map { (Self.count($0, in: rows.0) ?? 0, Self.count($0, in: rows.1)) }
    guard let (expected, found) = counts.max(by: { $0.0 < $1.0 }), let found, found < expected else {
      return nil
    }
    return "it ends within a record: the last row has \(found + 1) of \(expected + 1) fields and no line end"
  }

  /// First bytes of JSON, XML, gzip and UTF-16.
  private static let otherForms: Set<UInt8> = [0x5B, 0x7B, 0x3C, 0x1F, 0xFE, 0xFF]
  /// Bytes of the longest row that is looked at.
  private static let longestRow = 65_536

  /// Separators outside of quotation marks; nil if a mark is not closed.
  private static func count(_ separator: UInt8, in row: ArraySlice<UInt8>) -> Int? {
    var (count, isQuoted) = (0, false)
    for byte in row {
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if byte == separator, !isQuoted { count += 1 }
    }
    return isQuoted ? nil : count
  }
}

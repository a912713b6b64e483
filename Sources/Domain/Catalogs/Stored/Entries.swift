import System
import Text

/// The part of a description that would give the end away.
public enum CoveredText: Sendable {
  case none
  /// All but the first sentence; all of a single one.
  case rest
  case all
}

/// The entries of a catalog, in list order.
///
/// Up to ``madeLimit`` are kept as values. Of longer lists, an entry is made on access, in about a microsecond.
public struct Entries: RandomAccessCollection, Sendable {
  private static let madeLimit = 5_000

  private let records: Numbers<UInt8>
  /// The ends of the records; the second, for more than 4 GB of them, in the place of the first.
  private let (ends, farEnds): (Numbers<UInt32>, Numbers<UInt64>)
  private let coordinates: Numbers<UInt64>
  /// The southernmost and the northernmost latitude; nil if no entry has a coordinate.
  public let latitudes: ClosedRange<Double>?
  /// The sections of each entry, ascending.
  private let sections: Buckets
  private let sectionCount: Int
  private let shared: SharedParts
  private var made: [Entry] = []
  /// The part of each description that is left out.
  public internal(set) var covered = CoveredText.none

  init(_ arrays: ArraySet, sectionCount: Int, _ columns: [FactColumn]) {
    records = arrays.numbers("entries")
    (ends, farEnds) = (arrays.numbers("entries.ends"), arrays.numbers("entries.farEnds"))
    coordinates = arrays.numbers("coordinates")
    sections = Buckets(arrays, "sections.of")
    self.sectionCount = sectionCount
    shared = SharedParts(arrays, columns)
    let bounds = arrays.numbers("coordinates.latitudes", as: UInt64.self).map { Double(bitPattern: $0) }
    latitudes = bounds.count == 2 && bounds[0] <= bounds[1] ? bounds[0]...bounds[1] : nil
    if endIndex <= Self.madeLimit { made = map { $0 } }
  }

  public var startIndex: Int { 0 }
  public var endIndex: Int { Swift.max(ends.count, farEnds.count) }

  /// The coordinate of the entry at a position, without making the entry.
  public func coordinate(at position: Int) -> Coordinate? {
    guard 2 * position + 1 < coordinates.count else { return nil }
    return Coordinate(
      latitude: Double(bitPattern: coordinates[2 * position]),
      longitude: Double(bitPattern: coordinates[2 * position + 1]))
  }

  public subscript(position: Int) -> Entry {
    guard covered != .none else { return whole(at: position) }
    var entry = whole(at: position)
    let end = covered == .all ? nil : FirstSentence.end(of: entry.text)
    entry.text = String(Substring(entry.text.utf8.prefix(end ?? 0)))
    return entry
  }

  private func whole(at position: Int) -> Entry {
    if position < made.count { return made[position] }
    let texts = record(at: position).texts()
    func text(_ field: StoredEntry.Field) -> String? { texts[field.rawValue] }
    let title = text(.title) ?? ""
    let lines = [text(.times), text(.subtitle)].compactMap { $0 }
    return Entry(
      id: text(.id) ?? "", title: title, alternativeTitle: text(.alternativeTitle),
      subtitle: lines.isEmpty ? nil : lines.joined(separator: " · "),
      text: shared.description(text(.text), title: title, at: position) ?? "",
      picture: shared.address(text(.picture)),
      morePictures: text(.morePictures)?.split(separator: "\n").map(String.init) ?? [],
      link: shared.address(text(.link)),
      sections: sections[position].map(Int.init).filter { $0 < sectionCount },
      coordinate: coordinate(at: position), facts: text(.facts).map(Fact.decoded) ?? [])
  }

  /// The title alone.
  func title(at position: Int) -> String { record(at: position).text(.title) ?? "" }

  public func id(at position: Int) -> String { record(at: position).text(.id) ?? "" }

  /// The plain description.
  func text(at position: Int) -> String {
    let record = record(at: position)
    return shared.description(record.text(.text), title: record.text(.title) ?? "", at: position) ?? ""
  }

  func record(at position: Int) -> StoredEntry {
    let start = position > 0 ? end(position - 1) : 0
    return StoredEntry(records.part(start..<Swift.max(start, end(position))))
  }

  private func end(_ position: Int) -> Int {
    farEnds.isEmpty ? Int(ends[position]) : Int(clamping: farEnds[position])
  }
}

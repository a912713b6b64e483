import JSON
public import System

/// The shape of a list: the share of its records that have a value at each path of the show's file.
public struct ListShape: Sendable, Hashable {
  /// A path of the show's file.
  public struct Field: Sendable, Hashable {
    /// From 0 to 1.
    public let share: Double
    /// Hashes of the values of the first records, by which a field of another name is known again.
    public let samples: [UInt64]

    public init(share: Double, samples: [UInt64]) { (self.share, self.samples) = (share, samples) }
  }

  /// By their places in the show's file and the paths, such as `feed.entry.title=name`.
  public var fields: [String: Field]
  /// The share of records that are left out.
  public internal(set) var skipped = 0.0
  /// The number of entries.
  public internal(set) var count = 0
  /// The lowest hashes of ids, enough to tell whether another list has most of them.
  public var ids: [UInt64] = []
  /// The changes since the last good list that are served all the same, one sentence each.
  public var changes: [String] = []

  private static let idLimit = 256

  public init(fields: [String: Field]) { self.fields = fields }

  /// Notes the entries of the list that was built, and the number of records that are not among them.
  public mutating func note(_ built: BuiltCatalog, skipped: Int) {
    count = built.count
    self.skipped = Double(skipped) / Double(max(1, count + skipped))
    ids = Array(built.arrays.numbers("ids.hashes", as: UInt64.self).prefix(Self.idLimit))
  }

  /// Whether more than half of the ids of another list are gone, and more than half of these are new.
  public func hasOtherIDs(than old: ListShape) -> Bool {
    Self.isMostlyNew(ids, among: old.ids) && Self.isMostlyNew(old.ids, among: ids)
  }

  /// Compares the lowest hashes up to those that both lists would have kept.
  private static func isMostlyNew(_ hashes: [UInt64], among others: [UInt64]) -> Bool {
    let end = others.count < idLimit ? UInt64.max : others.last ?? 0
    let (known, compared) = (Set(others), hashes.filter { $0 <= end })
    return compared.count { !known.contains($0) } * 2 > compared.count
  }
}

/// The last good shapes of a show's sources, by hashes of their settings, as JSON.
public struct ListShapes: Sendable {
  public var byKey: [UInt64: ListShape] = [:]

  public init() {}

  /// Reads ``bytes``; leaves out what it does not know.
  public init(_ bytes: Numbers<UInt8>) {
    for (key, value) in (try? JSONValue(parsing: Array(bytes)))?.object ?? [:] {
      guard let key = key.number(in: 0...UInt64.max, radix: 16), let skipped = value["skipped"]?.number else {
        continue
      }
      let fields = value["fields"]?.object ?? [:]
      var shape = ListShape(
        fields: fields.mapValues {
          .init(share: $0["share"]?.number ?? 0, samples: Self.hashes($0["samples"]))
        })
      shape.skipped = skipped
      shape.count = value["count"]?.number?.whole(in: 0...1 << 40) ?? 0
      shape.ids = Self.hashes(value["ids"])
      shape.changes = (value["changes"]?.array ?? []).compactMap(\.string)
      byKey[key] = shape
    }
  }

  public var bytes: [UInt8] {
    var writer = JSONWriter()
    writer.value(.object(Dictionary(uniqueKeysWithValues: byKey.map { ($0.hexDigits, Self.json($1)) })))
    return writer.bytes
  }

  private static func json(_ shape: ListShape) -> JSONValue {
    .object([
      "fields": .object(
        shape.fields.mapValues {
          .object(["share": .number($0.share), "samples": hashes($0.samples)])
        }),
      "skipped": .number(shape.skipped), "count": .number(Double(shape.count)), "ids": hashes(shape.ids),
      "changes": .array(shape.changes.map { .string($0) }),
    ])
  }

  private static func hashes(_ hashes: [UInt64]) -> JSONValue { .array(hashes.map { .string($0.hexDigits) }) }

  private static func hashes(_ value: JSONValue?) -> [UInt64] {
    (value?.array ?? []).compactMap { $0.string?.number(in: 0...UInt64.max, radix: 16) }
  }
}

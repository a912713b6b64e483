import JSON
public import System

/// The paths of the show's file that have values in a list, and the share of its records that are left out.
public struct ListShape: Sendable, Hashable {
  /// Hashes of values of the first records, by which a field of another name is known again. Their keys are places in
  /// the show's file with the paths there, such as `feed.entry.title=name`.
  public var samples: [String: [UInt64]]
  public internal(set) var skipped = 0.0
  /// The number of entries.
  public internal(set) var count = 0

  public init(samples: [String: [UInt64]]) { self.samples = samples }

  /// Notes the number of entries of the list that was built, and of records that are not among them.
  public mutating func note(count: Int, skipped: Int) {
    self.count = count
    self.skipped = Double(skipped) / Double(max(1, count + skipped))
  }
}

/// The last good shapes of a show's sources, by hashes of their settings, as JSON.
public struct ListShapes: Sendable {
  public var byKey: [UInt64: ListShape] = [:]

  public init() {}

  /// Reads ``bytes``, also those of versions from 0.10 on; leaves out what it does not know.
  public init(_ bytes: Numbers<UInt8>) {
    for (key, value) in (try? JSONValue(parsing: Array(bytes)))?.object ?? [:] {
      guard let key = key.number(in: 0...UInt64.max, radix: 16), let skipped = value["skipped"]?.number else {
        continue
      }
      let fields = value["fields"]?.object ?? [:]
      var shape = ListShape(
        samples: fields.mapValues { field in
          (field["samples"]?.array ?? []).compactMap { $0.string?.number(in: 0...UInt64.max, radix: 16) }
        })
      shape.skipped = skipped
      shape.count = value["count"]?.number?.whole(in: 0...1 << 40) ?? 0
      byKey[key] = shape
    }
  }

  public var bytes: [UInt8] {
    let shapes = byKey.map { key, shape in
      let fields = shape.samples.mapValues { samples in
        JSONValue.object(["samples": .array(samples.map { .string($0.hexDigits) })])
      }
      let members: [String: JSONValue] = [
        "fields": .object(fields), "skipped": .number(shape.skipped), "count": .number(Double(shape.count)),
      ]
      return (key.hexDigits, JSONValue.object(members))
    }
    var writer = JSONWriter()
    writer.value(.object(Dictionary(uniqueKeysWithValues: shapes)))
    return writer.bytes
  }
}

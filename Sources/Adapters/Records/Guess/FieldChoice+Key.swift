import JSON
import System

/// The choice of the field that tells records apart: each record has one value of it, and no two have the same.
extension FieldChoice {
  /// A field that reads as an identifier.
  struct Key {
    let field: FieldStatistics
    let score: Double
    /// Whether addresses are made of titles, since the values are addresses themselves or codes.
    let isSlugged: Bool
  }

  /// The field of a path if it says nothing to people, unlike an ISBN.
  func machineKey(_ path: String?) -> FieldStatistics? {
    fields.first { $0.path == path && FieldNames.id.weight(of: $0) > 0 }
  }

  /// Fields of which one is taken at most after a look at all records.
  private static let keyLimit = 4

  /// The best first, as far as a sample of the records shows.
  private var keys: [Key] {
    let link = link?.path
    return fields.filter { $0.path != title?.path }.compactMap { field in
      guard share(field) == 1, field.several == 0, field.distinct == field.values,
        field.longest <= FieldStatistics.countedLength
      else { return nil }
      return key(field, isLink: field.path == link)
    }
    .sorted { ($1.score, $0.field.path) < ($0.score, $1.field.path) }.prefix(Self.keyLimit).map(\.self)
  }

  private func key(_ field: FieldStatistics, isLink: Bool) -> Key? {
    let depth = Double(field.depth)
    let number = FieldNames.number.weight(of: field)
    // Museums write "M 12/3".
    guard field.share(field.phrases) < 0.1 || number > 1.5 && field.meanLength <= 20 else { return nil }
    let isAddress = field.share(field.addresses) > 0.5
    if field.name == "key", field.names == [JSONRecords.key] {
      return Key(field: field, score: 3.5 - depth, isSlugged: false)
    }
    let weight = FieldNames.id.weight(of: field)
    // Where titles repeat, anything that tells things apart is better than nothing.
    if weight > (hasDifferentTitles ? 1.5 : 1) {
      return Key(field: field, score: weight - depth, isSlugged: isAddress)
    }
    func slugged(_ score: Double) -> Key { Key(field: field, score: score - depth, isSlugged: true) }
    if isLink { return slugged(1.5) }
    guard weight >= 0, !isAddress, field.share(field.pictures) < 0.1, field.share(field.dates) < 0.1 else {
      return nil
    }
    // A column that only counts the rows goes with their order.
    if number > 1.5, !(isCount(field) && hasDifferentTitles) { return slugged(number - 1.05) }
    let isCode = field.hasValuesOfOneShape
    if number > 0, isCode || !hasDifferentTitles { return slugged(0.9) }
    return number == 0 && isCode ? slugged(0.8) : nil
  }

  /// Whether the values are the numbers from one on.
  private func isCount(_ field: FieldStatistics) -> Bool {
    field.numbers == field.values && field.least <= 1 && field.most <= Double(field.values)
  }

  /// The best key that no record beyond the sample lacks or has twice.
  /// - Parameter isWhole: whether the sample is all.
  func key(of bytes: [UInt8], like reader: RecordReader, isWhole: Bool) throws(RecordsError) -> Key? {
    var keys = keys
    guard !isWhole, !keys.isEmpty else { return keys.first }
    var paths = keys.compactMap { RecordPath($0.field.path) }
    guard paths.count == keys.count else { return nil }
    var seen = keys.map { _ in Set<UInt64>() }
    let names = paths.reduce(into: Set<String>()) { $0.formUnion($1.names) }
    var reader = try RecordReader(
      bytes, as: reader.form, entries: reader.entries, query: reader.query, keeping: names)
    while !keys.isEmpty, let record = try reader.next() {
      for index in keys.indices.reversed() {
        let values = paths[index].texts(in: record)
        if values.count == 1, seen[index].insert(FNV1a.hash64(values[0].utf8)).inserted { continue }
        keys.remove(at: index)
        paths.remove(at: index)
        seen.remove(at: index)
      }
    }
    return keys.first
  }
}

extension FieldStatistics {
  /// Values by whose shape a column is told to hold codes.
  private static let fewestCodes = 5

  /// Whether nearly all values have letters and digits at the same places, as `tt0112573` and `B-0417` do.
  fileprivate var hasValuesOfOneShape: Bool {
    guard values >= Self.fewestCodes else { return false }
    var shapes: [String: Int] = [:]
    for text in counts.keys {
      let shape = String(
        text.map { $0.isASCII && $0.isNumber ? "0" : $0.isASCII && $0.isLetter ? "a" : $0 })
      if shape.contains("0"), shape.contains("a"), !shape.contains("@") { shapes[shape, default: 0] += 1 }
    }
    return shapes.values.contains { $0 * 10 >= values * 9 }
  }
}

import System

/// The choice of the field that tells records apart: each record has one value of it, and all values differ.
extension FieldChoice {
  /// A field that reads as an identifier.
  struct Key {
    let field: FieldStatistics
    let score: Double
    /// Whether addresses are made of titles, since the values are addresses themselves or codes.
    let isSlugged: Bool
  }

  /// The field of a path if it is for machines only.
  func machineKey(_ path: String?) -> FieldStatistics? {
    fields.first { $0.path == path && score($0, "hidden") != nil }
  }

  /// Candidates that are checked against all records.
  private static let keyLimit = 4

  /// The candidates by the sample, best first.
  private var keys: [Key] {
    let names = personName.map { $0.map(\.path) } ?? []
    return fields.filter { field in
      field.path != title?.path && !names.contains(field.path) && share(field) == 1 && field.several == 0
        && field.distinct == field.values
        && field.longest <= FieldStatistics.countedLength
    }
    .compactMap { field in
      let (id, number) = (score(field, "key.id"), score(field, "key.number"))
      guard let score = id ?? number else { return nil }
      let isSlugged = id == nil || field.share(.address) > 0.5 && field.names != [JSONRecords.key]
      return Key(field: field, score: score, isSlugged: isSlugged)
    }
    .sorted { ($1.score, $0.field.path) < ($0.score, $1.field.path) }.prefix(Self.keyLimit).map(\.self)
  }

  /// The best candidate that every record has, with a different value.
  /// - Parameter isWhole: whether the sample is all.
  func key(of bytes: Numbers<UInt8>, like reader: RecordReader, isWhole: Bool) throws(RecordsError) -> Key? {
    var keys = keys
    guard !isWhole, !keys.isEmpty else { return keys.first }
    let paths = keys.compactMap { RecordPath($0.field.path) }
    guard paths.count == keys.count else { return nil }
    var seen = keys.map { _ in Set<UInt64>() }
    var fields = RecordFields()
    var numbers = paths.map { fields.add($0) }
    var reader = try RecordReader(
      bytes, as: reader.form, entries: reader.entries, query: reader.query, charset: reader.charset,
      fields: fields)
    while !keys.isEmpty, try reader.read() {
      for index in keys.indices.reversed() {
        if case .one(let text) = reader.record.texts(at: numbers[index]),
          seen[index].insert(FNV1a.hash64(text.utf8)).inserted
        {
          continue
        }
        keys.remove(at: index)
        numbers.remove(at: index)
        seen.remove(at: index)
      }
    }
    return keys.first
  }
}

extension FieldStatistics {
  /// Values that it takes to recognise codes.
  private static let fewestCodes = 5

  /// Whether nearly all values are codes as people write them on things, such as A-001 and LAP-7.
  var isOfCodes: Bool {
    values > 2 && survey.form == .text
      && counts.keys.count { text in
        let isShort = text.utf8.count <= Self.codeLength && text.contains("-")
        return isShort && text.first?.isLetter == true && text.last?.isNumber == true
          && text.allSatisfy { $0.isLetter || $0.isNumber || "-./".contains($0) }
      } * 10 >= counts.count * 9
  }

  /// Letters of the longest code that people write.
  private static let codeLength = 16

  /// Whether nearly all values have letters and digits at the same positions, as `tt0112573` and `B-0417` do.
  var hasValuesOfOneShape: Bool {
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

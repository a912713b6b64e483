import System

extension ListFields {
  /// A field that tells records apart.
  struct Key {
    let field: ListField
    /// Whether addresses are made of titles, since the values are addresses themselves or codes.
    let isSlugged: Bool
    let reason: String
  }

  /// Fields that tell the records of the sample apart, best first: an id by its name or by its form, a number that people
  /// give, the page's address, codes as people write them; any code if titles repeat.
  private func keys(title: ListField?, link: ListField?) -> [Key] {
    let isTitled = title.map { $0.counts.count == count && count < RecordGuess.sample } ?? false
    let ids = form?.fields("id", among: all).map(\.path) ?? []
    let found: [(Int, Key)] = all.compactMap { field in
      guard isUnique(field), field.path != title?.path, field.longest <= ListField.countedLength,
        field.share(.picture) < 0.1, !field.isDated || field.isNumeric
      else { return nil }
      func key(_ rank: Int, _ reason: String, isSlugged: Bool = true) -> (Int, Key) {
        (rank, Key(field: field, isSlugged: isSlugged || field.share(.address) > 0.5, reason: reason))
      }
      let isNumber = FieldWords.uses["number"]?.contains { number in
        number == field.last || number.count > 3 && field.last.contains(number)
      }
      if field.names == [JSONRecords.key] { return key(0, "the key of an object", isSlugged: false) }
      if ids.contains(field.path) { return key(0, "as its form has it") }
      guard field.share(.phrase) < 0.1 || isNumber == true && field.longest <= 20 else { return nil }
      // A column that counts the rows changes with their order.
      if isOwn(field), field.words.last == "id" || field.isNamed("id") && !field.isRowNumber {
        return key(1, "its name", isSlugged: false)
      }
      if field.path == link?.path { return key(3, "its address") }
      guard isOwn(field), !field.isRowNumber, field.share(.address) < 0.5 else { return nil }
      if isNumber == true || field.isNamed("id") { return key(2, "a number that people give") }
      if field.isOfCodes { return key(4, "codes") }
      let isCode = field.share(.words) <= 0.3 && (!field.isNumeric || field.survey.isCode)
      return isTitled || !isCode ? nil : key(5, "titles repeat")
    }
    return found.sorted { ($0.0, $0.1.field.position) < ($1.0, $1.1.field.position) }.prefix(4).map(\.1)
  }

  /// The best of these that every record has, with a different value.
  /// - Parameter isWhole: whether the sample is all.
  func key(
    title: ListField?, link: ListField?, of bytes: Numbers<UInt8>, like reader: RecordReader, isWhole: Bool
  ) throws(RecordsError) -> Key? {
    var keys = keys(title: title, link: link)
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

extension ListFields {
  /// The title: what all records have, that is different in each and reads like words. A name that says so comes before
  /// it if nearly all have it, and helps where that is not enough.
  func title() -> Choice? {
    // Persons and places within a record are named as well.
    let named = named("title", among: own).filter {
      $0.share(.address) < 0.1 && $0.meanLength <= 160 && !$0.isDated
    }
    let first = own.filter { $0.isOfWords && (isTable || fields.count == 1 || !$0.isNamed("description")) }
    func different(_ field: ListField, _ share: Double) -> Bool { count < 3 || field.different >= share }
    func most(_ field: ListField) -> Bool { share(field) >= 0.9 && different(field, 0.8) }
    func some(_ field: ListField) -> Bool { share(field) >= 0.4 && different(field, 0.3) }
    let isTitled = named.contains { share($0) >= 0.9 && $0.different >= 0.9 }
    if let choice = known("title") { return choice }
    if form?.uses["title"] != nil, let choice = beginningOfText() { return choice }
    if let choice = person(unless: isTitled) { return choice }
    if let choice = self.first(named, "its name, most of them different", where: most) { return choice }
    if let choice = self.first(first, "in words, different in each", where: isUnique) { return choice }
    if let choice = self.first(named, "its name", where: some) { return filled(choice, named) }
    if let choice = self.first(first, "in words, nearly all different", where: most) { return choice }
    return beginningOfText() ?? self.first(inner(), "the name of a thing in it") { share($0) >= 0.9 }
  }

  /// A title that some records lack, with another name for these.
  private func filled(_ title: Choice, _ named: [ListField]) -> Choice {
    guard let first = title.field, first.present < count else { return title }
    let others = named.filter { other in
      other.path != first.path && zip(first.hashes, other.hashes).allSatisfy { $0 == 0 || $1 == 0 }
    }
    return others.isEmpty
      ? title : self.first(of: [first] + others, "the first of these that a record has")
  }

  /// First and last names; nil if there are none, or a title besides.
  private func person(unless isTitled: Bool) -> Choice? {
    guard !isTitled, let first = named("first", among: own).first, let last = named("last", among: own).first,
      [first, last].allSatisfy({ share($0) >= 0.6 && $0.survey.form == .text })
    else { return nil }
    return choice([first, last], "{\(first.path)} {\(last.path)}", "first and last names")
  }

  /// Texts such as posts have no title but their beginning.
  private func beginningOfText() -> Choice? {
    guard let text = description(besides: [])?.field, share(text) >= 0.7 else { return nil }
    return choice(text, "the beginning of the text, since there is no title")
  }

  /// Titles of things within a record, the nearest first: what an event happened to.
  private func inner() -> [ListField] {
    named("title", among: fields.filter { !isOwn($0) && $0.isOfWords }).sorted {
      $0.names.count < $1.names.count
    }
  }

  /// The title of a list whose records have none: the field with the most different values, or the first two fields
  /// whose values together are different in each record.
  func titleOfUntitled(key: String?) -> Choice? {
    let fields = own.filter {
      share($0) >= 0.6 && $0.several == 0 && $0.meanLength <= 160 && $0.share(.markup) < 0.3
        && $0.share(.address) < 0.5
        && ($0.counts.count > 1 || count == 1)
    }
    let words = fields.filter(\.isOfWords)
    let days = fields.filter { $0.isDated && isUnique($0) }
    let texts = fields.filter { $0.survey.form == .text && !$0.isNamed("id") }
    guard let first = (words + texts + days + fields).first else { return nil }
    let other = fields.filter { $0.path != first.path && $0.meanLength <= 20 }
      .map { (field: $0, pairs: pairs(first, $0), isKey: $0.path == key) }
      .max {
        ($0.pairs, $0.isKey ? 0 : 1, $1.field.position) < ($1.pairs, $1.isKey ? 0 : 1, $0.field.position)
      }
    guard !isUnique(first), count > 1, let other, other.pairs > first.counts.count else {
      return choice(first, "the first that differs")
    }
    let both = [first, other.field]
    return choice(both, "{\(first.path)} {\(other.field.path)}", "\(other.pairs) different together")
  }

  /// The number of different pairs of values.
  private func pairs(_ one: ListField, _ other: ListField) -> Int {
    Set(zip(one.hashes, other.hashes).map { $0 &* 31 &+ $1 }).count
  }

  /// The second line of a record: who made it, or what it is.
  func subtitle(besides used: Set<String>) -> Choice? {
    let short = fields.filter { field in
      !used.contains(field.path) && share(field) >= 0.5 && field.meanLength <= 60
        && field.share(.words) >= 0.6
        && (field.values < 4 || field.frequent <= 0.8)
    }
    return known("subtitle") ?? first(named("subtitle", among: short), "its name, short")
  }
}

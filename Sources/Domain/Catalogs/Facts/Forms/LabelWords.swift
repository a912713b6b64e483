import Search

/// Numbers that may be seconds since 1970: from 1980 to 2100.
enum Epoch {
  static let seconds = 315_532_800..<4_102_444_800
}

/// The words of a fact's label, as evidence for its form.
struct LabelWords: Sendable {
  /// Whether the fact is a point in time.
  let isTime: Bool
  /// Whether its numbers are no quantities.
  let isCode: Bool
  let isYear: Bool
  /// Whether its numbers count something, so that 0 and 1 are no answers.
  let isCount: Bool
  /// Whether its times are those of events.
  let isEvent: Bool
  /// Whether its days are those of births or deaths.
  let isPast: Bool

  init(_ label: String) {
    let folded = String(decoding: Folding.fold(label), as: UTF8.self)
    let words = Set(folded.split { !$0.isLetter }.map(String.init))
    isTime = !words.isDisjoint(with: Self.times) || folded.hasSuffix("date") || folded.hasSuffix("datum")
    isCode = !words.isDisjoint(with: Self.codes)
    isYear = !words.isDisjoint(with: ["year", "jahr", "annee", "ano", "anno", "years", "jahre"])
    isCount = !words.isDisjoint(with: [
      "count", "number", "quantity", "qty", "times", "copies", "anzahl", "menge",
    ])
    isEvent = !words.isDisjoint(with: Self.events)
    isPast = words.contains { word in Self.lives.contains { word.hasPrefix($0) } }
  }

  private static let times: Set<String> = [
    "date", "time", "timestamp", "created", "updated", "modified", "published", "added", "at", "since",
    "taken",
    "datum", "zeit", "zeitpunkt", "erstellt", "geandert", "fecha", "hora", "heure", "cree", "seen", "login",
    "mod", "mtime", "ctime", "atime",
    "utc",
  ]
  private static let events: Set<String> = [
    "start", "starts", "begin", "begins", "end", "ends", "due", "when", "doors", "departure", "arrival",
    "beginn", "anfang", "ende", "termin", "abfahrt", "ankunft", "debut", "fin", "inicio",
  ]
  private static let lives = [
    "birth", "born", "dob", "dead", "death", "died", "geb", "gest", "tod", "naiss", "nacim", "nasc", "muert",
    "deces",
  ]
  private static let codes: Set<String> = [
    "phone", "telephone", "telefon", "tel", "mobile", "mobil", "handy", "fax", "zip", "zipcode", "plz",
    "postleitzahl", "postcode", "postal", "postalcode", "isbn", "issn", "ean", "upc", "gtin", "sku",
    "barcode",
    "strichcode", "iban", "bic", "code", "id", "signatur", "inventarnummer", "inv", "telefono", "telephone",
    "cp",
    "oclc", "lccn", "doi", "imei", "pk", "uid", "serial", "seriennummer",
  ]
}

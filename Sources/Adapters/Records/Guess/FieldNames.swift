/// The evidence of a field's name for what the field is, from -3 to 3; written as ``FieldStatistics/name`` has it.
struct FieldNames {
  /// Names that state it, the surest first.
  private let exact: [Substring]
  /// Parts of names that suggest it.
  private let parts: [Substring]
  /// Parts of names that exclude it.
  private let others: [Substring]

  /// Words separated by white space.
  private init(exact: String, parts: String = "", others: String = "") {
    (self.exact, self.parts, self.others) = (Self.words(exact), Self.words(parts), Self.words(others))
  }

  private static func words(_ text: String) -> [Substring] { text.split { $0 == " " || $0 == "\n" } }

  func exact(_ name: String) -> Bool { exact.contains(name[...]) }

  func weight(of field: FieldStatistics) -> Double {
    if field.parent.contains(where: { others.contains(FieldStatistics.plain($0)[...]) }) { return -3 }
    if let outer = field.parent.last, Self.inner.contains(field.last) {
      return weight(of: FieldStatistics.plain(outer)) - 0.2
    }
    let own = weight(of: field.name)
    return field.last == field.name || own < 0 ? own : max(own, weight(of: field.last) - 0.5)
  }

  /// The same; the weight of "name" within an object is that of the object's name.
  func weight(ofNamed field: FieldStatistics) -> Double {
    guard ["name", "fullname", "displayname"].contains(field.last), let outer = field.parent.last else {
      return weight(of: field)
    }
    return weight(of: FieldStatistics.plain(outer))
  }

  /// Names of the usual form of a value within an object of several forms.
  private static let inner: Set<String> = [
    "common", "full", "default", "main", "plain", "en", "english", "display", "preferred", "userpreferred",
  ]

  /// The beginning of a field's name before the longest of the names: "stop" of `stop_lat`, "" of `lat`; nil if it
  /// ends with another name.
  func stem(of field: FieldStatistics) -> Substring? {
    exact.filter { field.last.hasSuffix($0) }.max { $0.count < $1.count }
      .map { field.last.dropLast($0.count) }
  }

  private func weight(of name: String) -> Double {
    if let place = exact.firstIndex(of: name[...]) { return 3 - Double(place) / Double(exact.count) }
    // Short ones occur within other words.
    let isOther = others.contains {
      $0.count > 3 ? name.contains($0) : name.hasPrefix($0) || name.hasSuffix($0)
    }
    return isOther ? -3 : parts.contains { name.contains($0) } ? 1.2 : 0
  }

  static let title = FieldNames(
    exact: """
      title name fullname displayname namecommon label headline itemlabel preferredcommonname commonname titel titre nom
      nombre titulo título bezeichnung place heading term
      """,
    parts: "title name label titel titre nombre",
    others: """
      first last user file type lang url link credit code date email slug given family middle short alt sub
      author creator publisher network host path id rights license format album source location nick role
      actor collection country image thumb status artist department account owner uploader contributor
      contributors authors creators
      """)
  static let id = FieldNames(
    exact: "id identifier objectid fid uuid guid key slug handle pageid code number",
    parts: "id key uuid",
    others: "parent date video width etag")
  /// Identifiers that people give.
  static let number = FieldNames(
    exact: """
      isbn ean gtin upc sku issn doi barcode strichcode inventorynumber inventoryno inventorynr invno
      inventarnummer inventarnr invnr accessionnumber accessionno accno objectnumber objectno catalognumber
      cataloguenumber catalogno catalogueno katalognummer katalognr callnumber shelfmark signatur itemnumber
      itemno partnumber partno serialnumber serialno seriennummer artikelnummer artikelnr artnr productcode
      itemcode productno productnumber orderno ordernumber reference referencenumber ref référence registrationnumber kennung kennnummer cote matricule
      clave codigo código numérodinventaire numeroinventaire numinventaire númerodeinventario
      numerodeinventario nummer numéro número numero num no nr n nº
      """,
    parts: """
      isbn barcode inventory inventar inventaire accession katalognummer catalognumber artikelnummer
      seriennummer serialnumber nummer
      """,
    others: """
      phone telefon tel mobil fax house haus room raum zip plz postal postleit page seite count total
      quantity menge price preis year date mail user parent
      """)
  static let picture = FieldNames(
    exact: """
      image picture photo medium imageurl thumbnail poster portrait avatar imagesmall cover thumb artwork img
      frontdefault squareurl defaultphoto original logo icon
      """,
    parts: "image picture photo thumb poster avatar cover img portrait artwork media",
    others: "alt width height credit flag back shiny")
  static let description = FieldNames(
    exact: """
      contenthtml encoded description summary overview about bio biography abstract extract content synopsis plot text
      body contenttext notes beschreibung descripcion descripción
      """,
    parts: "descr summary about bio text note abstract content notiz bemerkung nota",
    others:
      "credit rights license attribution url title transcript dimensions size alt account author user owner address writer actor cast"
  )
  static let link = FieldNames(
    exact: """
      linkalternate htmlurl url link href website homepage permalink officialsite html_url webpage uri page
      wikipediaurl referenceurl xmlurl
      """,
    parts: "url link href web site wiki",
    others: """
      image thumb picture photo self avatar icon license rights edit api acquisition enclosure preview detail author
      creator publisher
      """)
  /// Persons that are not what a record is about.
  static let persons: Set<String> = [
    "account", "author", "authors", "user", "owner", "creator", "uploader", "contributor", "contributors",
    "reviewer",
  ]
  /// Files to listen to or to watch.
  static let media = FieldNames(
    exact: "enclosure attachments attachment audio audiourl video videourl stream")
  static let section = FieldNames(
    exact: """
      category folder section type genre genres group family species classification department status kind class
      tribe house subject categories iconictaxonname magtype kategorie categoria gruppe gattung familie
      abteilung standort famille familia room region continent gender
      """,
    parts: "categor genre group type class section department species subject",
    others: """
      id url date mime rights license lang format height width time updated accuracy objecttype link image
      content enclosure user author thumbnail template identifier actor person option
      """)
  static let subtitle = FieldNames(
    exact: """
      subtitle artist author creator artists authors creators contributor contributors account maker composer
      director role occupation job profession scientificname latin botanisch tagline actor position date year birthyear released pubdate published artistdisplayname
      """,
    parts: "subtitle artist author creator occupation latin scientific",
    others: "id url link")
  static let latitude = FieldNames(
    exact: "latitude lat decimallatitude breitengrad latitud 緯度 纬度 위도 широта ylat")
  /// Lists of two coordinates.
  static let pair = FieldNames(
    exact:
      "latlng latlon latlong lnglat lonlat longlat coordinates coordinate coords coord location geo position point"
  )
  static let longitude = FieldNames(
    exact: "longitude lon lng long decimallongitude längengrad longitud 経度 经度 경도 долгота xlon")
}

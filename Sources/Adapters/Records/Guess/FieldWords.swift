/// Names of fields that help where values leave a doubt: a name may raise a field, and never forbids one.
enum FieldWords {
  /// By use, the surest first, as ``ListField/plain(_:)`` writes them: in English, German, French, Spanish and Italian.
  static let uses = table(
    """
    title: title name fullname displayname label headline caption heading titel titre nom nombre titulo título bezeichnung titolo nome unittitle
    subtitle: subtitle tagline artist artists author authors creator creators contributor contributors composer director scientificname autor künstler auteur artiste occupation job role botanisch latin scientific account user owner uploader actor speaker speakers
    description: description summary abstract overview about bio biography content contenttext contenthtml body text desc notes note beschreibung descripción descripcion descrizione
    section: category categories section group genre genres type kind class department species family status region continent subject subjects kategorie categoria gruppe gattung abteilung catégorie
    picture: image imageurl picture photo poster portrait avatar cover thumbnail thumb artwork img icon logo bild foto
    more: additional extra more other back gallery screenshots
    small: thumb thumbnail small preview mini tiny icon
    link: link url homepage website permalink htmlurl officialsite webpage wikipediaurl page
    latitude: latitude lat decimallatitude breitengrad breite latitud latitudine ylat
    longitude: longitude lon lng long decimallongitude längengrad länge longitud longitudine xlon
    pair: latlng latlon lnglat coordinates coords coord location geo position point
    first: firstname forename givenname vorname prenom prénom first
    last: lastname surname familyname nachname apellido apellidos cognome last
    id: id identifier objectid guid uuid uid fid key handle slug row index rownumber
    number: nr no code invnr invno isbn issn ean gtin sku doi barcode inventory inventar inventaire accession catalog catalogue katalog signatur shelfmark callnumber asset serial artikel artnr código codigo numéro número
    newest: pubdate published datepublished createdat dcdate
    begin: start begin begins starts from date beginn anfang debut début inicio dtstart
    unit: unit units currency einheit währung unité devise unidad moneda
    place: city country place location venue town address ort stadt land lieu ville pays lugar ciudad país
    """)

  /// Relations between records, each with the label of the way back.
  static let relations = table(
    """
    Children: parents parent mother father
    Parents: children child son daughter
    Siblings: siblings sibling brother sister
    Spouse: spouse
    Wife: husband
    Husband: wife
    Married to: marriedto
    Partner: partner
    Friends: friends
    Allies: allies
    Enemies: enemies
    Rival: rival
    Killed: killedby
    Killed by: killed
    In charge of: boss worksfor
    Prequel: sequel
    Sequel: prequel
    """)

  /// Names that say nothing: those of values, those of objects that hold a whole record; and words in capital letters.
  static let silent = table(
    """
    value: value text url href src source rendered uri name label title fullname displayname
    inner: common full default main plain en english display preferred
    wrapper: properties attributes fields data extendeddata node item record dc metadata
    capitals: cd doi dvd ean gps id imdb ip isbn issn sku tmdb upc uri url
    """)

  private static func table(_ text: String) -> [String: [String]] {
    let lines = text.split(separator: "\n").map { $0.split(separator: ":") }
    return Dictionary(
      uniqueKeysWithValues: lines.map { (String($0[0]), $0[1].split(separator: " ").map(String.init)) })
  }

  static func has(_ use: String, _ name: String) -> Bool { rank(use, name) != nil }

  /// The place of a name among those of a use; nil if it is none of them.
  static func rank(_ use: String, _ name: String) -> Int? { (uses[use] ?? silent[use])?.firstIndex(of: name) }

  /// Whether a list of things is meant for people to read, judged by the name of a member.
  static func isTitle(_ name: String) -> Bool { has("title", ListField.plain(name)) }
}

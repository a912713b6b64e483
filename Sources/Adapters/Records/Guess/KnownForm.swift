import System

/// A form whose elements or columns have a meaning that is agreed, so that no value decides what they are.
struct KnownForm {
  /// The use of fields, by the ends of their paths without prefixes of namespaces; of several, the first that a record
  /// has. "order" sorts the list, "-order" puts the newest first, and "silent" is for programs.
  let uses: [String: [String]]
  /// The labels of facts, by the ends of their paths; nil if all other fields are facts.
  let labels: [(end: String, label: String)]?

  /// Elements of the record, or columns, that tell the form; and what its fields are.
  private static let all: [(list: [String], marks: [String], uses: String, labels: String?)] = [
    // RSS, Atom with OPDS, and their kin.
    (
      ["item"], ["title|description", "link|guid|pubDate"],
      "title=title description=encoded,description link=link id=guid -order=pubDate,date silent=guid,guid.@isPermaLink",
      nil
    ),
    (
      ["entry"], ["id", "updated|published"],
      "title=title description=content,summary link=link@alternate.@href id=id -order=published,updated "
        + "subtitle=author.name picture=link@http://opds-spec.org/image.@href,link@http://opds-spec.org/image/thumbnail.@href "
        + "silent=id,link@self.@href,author.uri", nil
    ),
    (
      ["outline"], ["@text|@title"],
      "title=@title,@text description=@description link=@htmlUrl,@xmlUrl,@url section=@folder silent=@type",
      nil
    ),
    // Calendars and address books.
    (
      [], ["title", "start|due"],
      "title=title description=description link=url order=start,due id=uid silent=uid", nil
    ),
    (
      [], ["name", "phone|email|birthday|address|names"], "title=name picture=photo,logo id=uid silent=uid",
      nil
    ),
    // Conference programmes of frab and pretalx.
    (
      ["event", "rooms"], ["title", "room", "start", "duration"],
      "title=title subtitle=subtitle description=description,abstract section=track order=date,start "
        + "link=url,links.link.@href silent=slug,@guid,@id,guid,id,persons.person.@id,persons.id,persons.guid,"
        + "persons.code,start,do_not_record,recording.optout", nil
    ),
    // Museums, libraries and archives.
    (
      ["lido"], ["descriptiveMetadata.objectIdentificationWrap"],
      "title=titleSet.appellationValue id=lidoRecID description=objectDescriptionSet.descriptiveNoteValue "
        + "picture=resourceRepresentation.linkResource subtitle=actorInRole.actor.nameActorSet.appellationValue "
        + "section=objectWorkType.term link=recordInfoLink",
      "workID=Number event.eventDate.displayDate=Date materialsTech.displayMaterialsTech=Material "
        + "displayObjectMeasurements=Measurements repositoryName.legalBodyName.appellationValue=Repository "
        + "classification.term=Classification subjectConcept.term=Subject displayPlace=Place"
    ),
    (
      ["c", "c01", "c02", "c03"], ["did.unittitle"],
      "title=did.unittitle description=scopecontent.p,did.abstract section=@level id=@id link=dao.@href",
      "@folder=Within did.unitid=Number did.unitdate=Date physdesc.extent=Extent did.physdesc=Extent did.container=Container "
        + "persname=Person langmaterial.language=Language"
    ),
    (
      ["TEI"], ["teiHeader.fileDesc.titleStmt.title"],
      "title=titleStmt.title subtitle=titleStmt.author,author.persName id=@id description=abstract.p",
      "publicationStmt.date=Date publicationStmt.publisher=Publisher pubPlace=Place msIdentifier.idno=Number "
        + "langUsage.language=Language textClass.keywords.term=Keywords origDate=Written"
    ),
    (
      ["record"], ["datafield@245"],
      "title=datafield@245.subfield@a subtitle=datafield@100.subfield@a id=controlfield@001 "
        + "description=datafield@520.subfield@a link=datafield@856.subfield@u section=datafield@655.subfield@a",
      "datafield@260.subfield@b=Publisher datafield@264.subfield@b=Publisher datafield@260.subfield@c=Date "
        + "datafield@264.subfield@c=Date datafield@300.subfield@a=Extent datafield@650.subfield@a=Subject "
        + "datafield@700.subfield@a=Contributor datafield@020.subfield@a=ISBN datafield@490.subfield@a=Series"
    ),
    // Columns of CollectionBuilder and GeoNames.
    (
      [], ["objectid", "title", "object_location|display_template|image_thumb|filename|format"],
      "title=title subtitle=creator description=description picture=image_small,image_thumb id=objectid "
        + "silent=image_small,image_thumb,image_alt_text,object_location,display_template,parentid", nil
    ),
    ([], ["geonameid", "name"], "title=name id=geonameid silent=asciiname", nil),
  ]

  /// Nil for a list that is in none of them.
  init?(_ fields: [ListField], entries: [String]) {
    let ends = fields.map(Self.local)
    func has(_ mark: String) -> Bool {
      mark.split(separator: "|").contains { mark in ends.contains { $0 == mark || $0.hasPrefix("\(mark).") } }
    }
    let list = entries.last.map { [XMLName.local($0)] } ?? []
    let found = Self.all.first { form in
      (form.list == list || form.list.contains { list == [$0] }) && form.marks.allSatisfy(has)
    }
    guard let found else { return nil }
    func table(_ text: String) -> [(String, String)] {
      text.split(separator: " ").map { $0.split(separator: "=", maxSplits: 1) }.map {
        (String($0[0]), String($0[1]))
      }
    }
    uses = Dictionary(
      table(found.uses).map { ($0, $1.split(separator: ",").map(String.init)) }, uniquingKeysWith: { $0 + $1 }
    )
    labels = found.labels.map { table($0).map { (end: $0, label: $1) } }
  }

  /// The path of a field without prefixes of namespaces.
  static func local(_ field: ListField) -> String {
    (field.parent + [field.names.last(where: { $0 != XMLName.text }) ?? ""]).map { name in
      name.contains("://") || !name.contains(":")
        ? name : (name.hasPrefix("@") ? "@" : "") + XMLName.local(name)
    }
    .joined(separator: ".")
  }

  /// The fields for a use, the first of which counts.
  func fields(_ use: String, among fields: [ListField]) -> [ListField] {
    (uses[use] ?? []).compactMap { end in
      fields.filter { Self.isAt(end, $0) }.min { $0.names.count < $1.names.count }
    }
  }

  func isSilent(_ field: ListField) -> Bool { uses["silent"]?.contains { Self.isAt($0, field) } == true }

  func label(of field: ListField) -> String? { labels?.first { Self.isAt($0.end, field) }?.label }

  private static func isAt(_ end: String, _ field: ListField) -> Bool {
    let path = local(field)
    return path == end || path.hasSuffix(".\(end)")
  }
}

public import HTML
public import Search

/// Makes the catalog of a show from what its feed said.
public struct CatalogBuilder: Sendable {
  /// What the sanitizer makes of markup: HTML for the page and plain text.
  public typealias Sanitize = @Sendable (UntrustedHTML) -> (html: SafeHTML, text: String)

  private let strippedSuffix: String?
  private let match: SearchMatch
  private let sanitize: Sanitize

  /// - Parameter match: the only question that the catalog's search has to answer.
  public init(strippedSuffix: String?, match: SearchMatch = .contains, sanitize: @escaping Sanitize) {
    self.strippedSuffix = strippedSuffix
    self.match = match
    self.sanitize = sanitize
  }

  /// Builds the catalog. Entries left without a title do not enter it; a key that comes again adds its
  /// sections to the first entry with it.
  public func catalog(of content: FeedContent) -> Catalog {
    let sectionPositions = Dictionary(
      content.sections.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    var positions: [String: UInt32] = [:]
    var taken: Set<String> = []
    var drafts: [Draft] = []
    var members = content.sections.map { _ in [UInt32]() }
    drafts.reserveCapacity(content.entries.count)
    for entry in content.entries {
      let position: UInt32
      if let known = positions[entry.key] {
        position = known
      } else {
        guard let draft = draft(of: entry, taken: &taken) else { continue }
        position = UInt32(drafts.count)
        positions[entry.key] = position
        drafts.append(draft)
      }
      for section in entry.sections.compactMap({ sectionPositions[$0] })
      where drafts[Int(position)].sections.insert(section).inserted {
        members[section].append(position)
      }
    }
    return catalog(of: drafts, sections: content.sections, members: members, order: content.order)
  }

  private struct Draft {
    let folded: [UInt8]
    let entry: FeedEntry
    let id: String
    let title: String
    var sections: Set<Int> = []
  }

  private func draft(of entry: FeedEntry, taken: inout Set<String>) -> Draft? {
    let title = title(of: entry)
    guard !title.isEmpty else { return nil }
    var id = Slug.id(key: entry.key, title: title)
    if !taken.insert(id).inserted {
      id = Slug.join(id, Slug.hash(entry.key))
      guard taken.insert(id).inserted else { return nil }
    }
    return Draft(folded: Folding.fold(title), entry: entry, id: id, title: title)
  }

  private func catalog(
    of drafts: [Draft], sections: [Section], members: [[UInt32]], order: EntryOrder
  ) -> Catalog {
    var listed = Array(drafts.indices)
    var members = members
    if order == .title {
      listed.sort { first, second in
        let (first, second) = (drafts[first], drafts[second])
        if first.folded != second.folded { return first.folded.lexicographicallyPrecedes(second.folded) }
        return (first.title, first.id) < (second.title, second.id)
      }
      var ranks = Array(repeating: UInt32(0), count: listed.count)
      for (rank, position) in listed.enumerated() { ranks[position] = UInt32(rank) }
      members = members.map { $0.map { ranks[Int($0)] }.sorted() }
    }
    let sectionMembers = SectionMembers(members, entryCount: listed.count)
    let entries = listed.enumerated().map { position, index in
      self.entry(of: drafts[index], sections: sectionMembers.sections(of: position))
    }
    return Catalog(entries: entries, sections: sections, members: sectionMembers)
  }

  private func entry(of draft: Draft, sections: [Int]) -> Entry {
    let (html, text) = description(of: draft.entry)
    let entry = draft.entry
    return Entry(
      id: draft.id, title: draft.title,
      alternativeTitle: entry.alternativeTitle.map(Self.oneLine).flatMap { $0.isEmpty ? nil : $0 },
      subtitle: entry.subtitle, description: html, text: text, picture: entry.picture, link: entry.link,
      sections: sections, coordinate: entry.coordinate, facts: entry.facts)
  }

  private func title(of entry: FeedEntry) -> String {
    let whole =
      switch entry.title {
      case .plain(let text): Self.oneLine(text)
      case .markup(let markup): Self.oneLine(sanitize(markup).text)
      }
    guard let suffix = strippedSuffix, whole.hasSuffix(suffix), whole.count > suffix.count else {
      return whole
    }
    return Self.oneLine(String(whole.dropLast(suffix.count)))
  }

  private func description(of entry: FeedEntry) -> (html: SafeHTML, text: String) {
    switch entry.description {
    case .plain(let text):
      let line = Self.oneLine(text)
      return (SafeHTML(escaping: line), line)
    case .markup(let markup): return sanitize(markup)
    }
  }

  /// The text without control characters, with single spaces and none at its ends.
  static func oneLine(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    var pendingSpace = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace || scalar.properties.generalCategory == .control {
        pendingSpace = true
      } else {
        if pendingSpace, !scalars.isEmpty { scalars.append(" ") }
        pendingSpace = false
        scalars.append(scalar)
      }
    }
    return String(scalars)
  }
}

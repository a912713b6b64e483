import Text

/// A relation that a sentence of a description states.
struct ToldRelation: Sendable {
  let label: String
  let entry: Int
  /// Whether it stands in the other entry's description.
  let isBack: Bool
}

/// The relations that an English description states plainly: "He is the father of Bart", "Homer's eldest daughter".
///
/// A relation is read only where the subject is surely the entry itself: at the beginning of a description that has no
/// subject, and in sentences that begin with the entry's name, or with a pronoun after such a sentence. A wrong one is
/// worse than a missing one, so that any word with which another clause may begin ends the reading.
struct PlainSentences {
  /// The words for a relation on the page of the entry, and on that of the other.
  typealias Role = (label: String, back: String)

  private let words: [Mentions.Word]
  private let mentions: [Mentions.Mention]
  private let own: Int
  private let titles: Set<Substring>
  private(set) var relations: [(entry: Int, role: Role)] = []

  init(_ words: [Mentions.Word], _ mentions: [Mentions.Mention], _ own: Int, named titles: Set<Substring>) {
    (self.words, self.mentions, self.own, self.titles) = (words, mentions, own, titles)
    var (start, isFirst, isOwn) = (0, true, true)
    while start < words.count {
      let end = (start + 1..<words.count).first(where: endsSentence) ?? words.count
      if let predicate = predicate(of: start..<end, isFirst: isFirst, &isOwn) {
        read(predicate..<end)
      }
      (start, isFirst) = (end, false)
    }
  }

  /// Whether a sentence ends before a word.
  private func endsSentence(_ index: Int) -> Bool {
    let before = words[index - 1].text
    return words[index].gap.contains { ".!?".contains($0) } && words[index].gap.contains(" ")
      && before.count > 1 && !Self.shortened.contains(before)
  }

  /// The first word of what a sentence says of the entry; nil if that is uncertain.
  /// - Parameter isOwn: whether a pronoun still means the entry.
  private func predicate(of sentence: Range<Int>, isFirst: Bool, _ isOwn: inout Bool) -> Int? {
    let first = words[sentence.lowerBound]
    var verb = sentence.lowerBound
    if Self.pronouns.contains(first.text) {
      guard isOwn else { return nil }
      verb += 1
    } else {
      let name = sentence.prefix {
        words[$0].isCapital && ($0 == sentence.lowerBound || !isBreak(before: $0))
      }
      let named = mentions.filter { name.contains($0.words.lowerBound) }
      let isName =
        named.allSatisfy { $0.position == own } && !name.isEmpty
        && (!named.isEmpty || name.allSatisfy { titles.contains(words[$0].text) }
          || titles.isSubset(of: name.map { words[$0].text }))
      if isFirst, name.count < 5, named.allSatisfy({ $0.position == own }),
        name.upperBound < sentence.upperBound,
        !Self.articles.contains(first.text.lowercased()), words[name.upperBound].gap == ", "
      {
        // Another name of the entry: "Abraham Simpson, Homer's father".
        return name.upperBound
      }
      let isPossessive = name.upperBound < sentence.upperBound && words[name.upperBound].text == "s"
      if isFirst, !isName, named.isEmpty || isPossessive { return sentence.lowerBound }
      isOwn = isName
      guard isName else { return nil }
      verb = name.upperBound
    }
    guard verb < sentence.upperBound, Self.verbs.contains(words[verb].text) || isPhrase(at: verb) else {
      return nil
    }
    return Self.verbs.contains(words[verb].text) ? verb + 1 : verb
  }

  private func isPhrase(at index: Int) -> Bool {
    index + 1 < words.count && Self.phrases["\(words[index].text) \(words[index + 1].text)"] != nil
  }

  /// Whether a name ends before a word; quotes stand around nicknames, and apostrophes within names.
  private func isBreak(before index: Int) -> Bool {
    !words[index].gap.allSatisfy { " -'’\"“”".contains($0) }
  }

  /// Reads the relations to the entries that a predicate mentions.
  private mutating func read(_ predicate: Range<Int>) {
    var last: (end: Int, role: Role)?
    for mention in mentions where mention.position != own && predicate.contains(mention.words.lowerBound) {
      let (start, end) = (mention.words.lowerBound, mention.words.upperBound)
      guard
        !words[predicate.lowerBound..<start].contains(where: { Self.clauses.contains($0.text.lowercased()) })
      else { return }
      let isOwner = end < words.count && words[end].text == "s" && ["\u{27}", "’"].contains(words[end].gap)
      var role =
        isOwner ? role(after: end, in: predicate, mentionAt: start) : role(before: start, in: predicate)
      if role == nil, !isOwner, let last, continues(from: last.end, to: start) { role = last.role }
      // "The father of Bart is …" speaks of somebody else.
      guard let found = role, isOwner || end == words.count || !Self.verbs.contains(words[end].text) else {
        continue
      }
      last = isOwner ? nil : (end: end, role: found)
      if !relations.contains(where: { $0.entry == mention.position }) {
        relations.append((mention.position, found))
      }
    }
  }

  /// Whether a mention follows another as in "Bart, Lisa and Maggie".
  private func continues(from end: Int, to start: Int) -> Bool {
    end == start && words[start].gap == ", " || end + 1 == start && words[end].text == "and"
  }

  /// The role of "Homer's eldest daughter".
  private func role(after possessive: Int, in predicate: Range<Int>, mentionAt start: Int) -> Role? {
    guard start == predicate.lowerBound || ["and", "also"].contains(words[start - 1].text) else { return nil }
    var index = possessive + 1
    while index < predicate.upperBound, index < possessive + 6,
      words[index].gap == " " || words[index].gap == "-"
    {
      if let role = noun(at: index) {
        let next = index + 1
        let isEnd =
          next >= predicate.upperBound || !Self.stops.isDisjoint(with: words[next].gap)
          || words[next].gap == " " && Self.ends.contains(String(words[next].text))
        return isEnd ? role : nil
      }
      guard isAdjective(index) || words[index].gap == "-" else { return nil }
      index += 1
    }
    return nil
  }

  /// The role of "the father of Bart", "killed by Bart" and the like.
  private func role(before start: Int, in predicate: Range<Int>) -> Role? {
    var start = start
    if start - 1 > predicate.lowerBound, Self.ranks.contains(words[start - 1].text) { start -= 1 }
    guard start - 2 >= predicate.lowerBound, words[start].followsOn, words[start - 1].followsOn else {
      return nil
    }
    if let phrase = Self.phrases["\(words[start - 2].text) \(words[start - 1].text)"] {
      let isBegin = start - 2 == predicate.lowerBound || ["and", "also"].contains(words[start - 3].text)
      return isBegin ? phrase : nil
    }
    guard words[start - 1].text == "of", let role = noun(at: start - 2) else { return nil }
    var index = start - 3
    while index >= predicate.lowerBound, !Self.articles.contains(words[index].text.lowercased()) {
      guard isAdjective(index), words[index + 1].gap == " " || words[index + 1].gap == "-" else {
        return words[index].text == "and" ? role : nil
      }
      index -= 1
    }
    guard index > predicate.lowerBound else { return role }
    let before = words[index - 1].text
    return words[index].gap == ", " || ["and", "also", "as"].contains(before) || Self.verbs.contains(before)
      ? role : nil
  }

  private func noun(at index: Int) -> Role? {
    let word = words[index].text.lowercased()
    if word == "command", index > 1, words[index - 1].text == "in", words[index].gap == "-" {
      return ("Second-in-command of", "Second-in-command")
    }
    guard let noun = Self.nouns.contains(word) ? word : Self.singular(word) else { return nil }
    let prefix = index > 0 && words[index].gap == "-" ? words[index - 1].text.lowercased() : ""
    guard !Self.doubts.contains(prefix),
      index < 1 || !Self.doubts.contains(words[index - 1].text.lowercased())
    else { return nil }
    let name = ["half", "step"].contains(prefix) ? "\(prefix)-\(noun)" : noun
    let label = name.prefix(1).uppercased() + name.dropFirst()
    return ("\(label) of", label)
  }

  private static func singular(_ word: String) -> String? {
    let noun = String(word.dropLast())
    return word.hasSuffix("s") && nouns.contains(noun) ? noun : nil
  }

  private func isAdjective(_ index: Int) -> Bool {
    let word = words[index].text.lowercased()
    return !Self.ends.contains(word) && !Self.doubts.contains(word) && word != "of" && word != "s"
  }

  /// Signs with which a part of a sentence ends.
  private static let stops: Set<Character> = [",", ".", ";", ":"]
  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }

  private static let verbs: Set<Substring> = ["is", "was", "are", "were"]
  private static let pronouns: Set<Substring> = ["He", "She", "It", "They"]
  private static let articles: Set<String> = ["the", "a", "an"]
  private static let shortened: Set<Substring> = [
    "Mr", "Mrs", "Ms", "Dr", "Jr", "Sr", "St", "Prof", "Lt", "Sgt",
  ]
  private static let ranks: Set<Substring> = [
    "Captain", "Detective", "Dr", "Lieutenant", "Major", "Mayor", "Mr", "Mrs", "Officer", "Police",
    "Principal",
    "Sergeant",
  ]
  private static let nouns: Set<String> = words(
    """
    accomplice assistant aunt bodyguard boss boyfriend brother classmate colleague cousin daughter \
    deputy enemy father friend girlfriend grandfather granddaughter grandmother grandson helper husband \
    lieutenant lover mentor mother neighbor neighbour nemesis nephew niece partner pupil rival \
    secretary sidekick sister son student teacher twin uncle widow wife
    """)
  private static let phrases: [String: Role] = [
    "married to": ("Married to", "Married to"), "killed by": ("Killed by", "Killed"),
    "murdered by": ("Killed by", "Killed"), "works for": ("Works for", "Employs"),
    "friends with": ("Friend of", "Friend"),
  ]
  /// Words that may follow a role.
  private static let ends: Set<String> = [
    "and", "as", "at", "for", "from", "in", "on", "since", "who", "whom", "with",
  ]
  /// Words with which the relation is not, or no longer, or only said to be one.
  private static let doubts: Set<String> = words(
    """
    alleged apparent apparently ex fake former formerly imaginary like not once possible possibly \
    presumed purported reputed rumored rumoured supposed supposedly then would
    """)
  /// Words with which another clause may begin, whose subject is somebody else.
  private static let clauses: Set<String> = words(
    """
    after although because before but he her him his if it its like named never no not she than that \
    their them they though unless until when where which while who whom whose would
    """)
}

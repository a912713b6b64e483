import Fetching
import Catalogs
import FoundationEssentials
import Text

/// A guess at the name and the looks of a new show.
struct Guess {
  let name: String
  let shortName: String
  let packageID: String
  let noun: (one: String, many: String)
  let accent: String
  let tile: String

  /// Accents that are readable on light backgrounds, each with a matching colour behind pictures.
  static let palette = [
    ("#0b5d8a", "#c9dcef"), ("#2f6b2f", "#d3e5c4"), ("#8a2b5c", "#f0d3e1"), ("#5b3fa0", "#dfd6f3"),
    ("#94431a", "#f3d9c2"), ("#0f5c6e", "#bfe0df"), ("#3f4a8a", "#d5d9f0"),
  ]

  /// - Parameters:
  ///   - label: the name in words.
  ///   - list: the source's name of the list or its file.
  init(label: String, kind: NewShowKind, address: String?, list: String? = nil) {
    let words = Self.query(of: address)
    let ownWords = Self.titled(label.split(separator: " ").map(String.init))
    name = Self.cut(words.isEmpty ? ownWords : Self.titled(words), Self.nameLength)
    shortName = Self.cut(ownWords, 12)
    let slug = Slug.make(label, otherwise: "list")
    let letters = slug.map { $0 == "-" ? "_" : String($0) }.joined()
    packageID = "org.example.\(letters.first?.isNumber == true ? "n" : "")\(letters)"
    noun =
      kind.noun ?? words.last.flatMap { Self.noun($0) } ?? list.flatMap { Self.noun(ofList: $0) }
      ?? ("entry", "entries")
    (accent, tile) = Self.palette[slug.utf8.reduce(0) { $0 + Int($1) } % Self.palette.count]
  }

  /// The search words in an address, such as `q=star+trek+characters`.
  private static func query(of address: String?) -> [String] {
    let members = address.flatMap { WebAddress($0)?.query }?.split(separator: "&") ?? []
    guard let member = members.first(where: { $0.hasPrefix("q=") }) else { return [] }
    let words = PercentCoding.decodeForm(Array(member.utf8.dropFirst(2))[...]).split(separator: " ").map(
      String.init)
    return words.contains { $0.contains("{") } ? [] : words
  }

  private static func titled(_ words: [String]) -> [String] {
    words.map { $0.prefix(1).uppercased() + $0.dropFirst() }
  }

  /// Letters of a show's name.
  private static let nameLength = 60

  /// As many of some words as fit, at least the beginning of the first.
  static func cut(_ words: [String], _ limit: Int, by separator: String = " ") -> String {
    var text = String((words.first ?? "").prefix(limit))
    for word in words.dropFirst() {
      guard text.count + separator.count + word.count <= limit else { break }
      text += separator + word
    }
    return text
  }

  /// The noun of a list's name, unless that is generic.
  private static func noun(ofList list: String) -> (one: String, many: String)? {
    let generic = [
      "results", "items", "entries", "features", "bindings", "pages", "records", "docs", "rows", "objects",
    ]
    let isWord = list.allSatisfy { $0.isASCII && $0.isLetter }
    return isWord && !generic.contains(list.lowercased()) ? noun(list) : nil
  }

  /// The singular and plural of an English plural.
  private static func noun(_ many: String) -> (one: String, many: String)? {
    let many = many.lowercased()
    guard many.count > 3, many.hasSuffix("s"), !many.hasSuffix("ss") else { return nil }
    if many.hasSuffix("ies") { return (many.dropLast(3) + "y", many) }
    let isLong = ["sses", "xes", "ches", "shes", "oes"].contains { many.hasSuffix($0) }
    return (String(many.dropLast(isLong ? 2 : 1)), many)
  }

  // MARK: Entries

  /// The bracketed ending that most titles share, such as " (Star Trek)".
  static func suffix(of titles: some Collection<String>) -> String? {
    var counts: [String: Int] = [:]
    for title in titles where title.hasSuffix(")") {
      guard let bracket = title.lastIndex(of: "("), title[..<bracket].last == " " else { continue }
      counts[" \(title[bracket...])", default: 0] += 1
    }
    guard let (suffix, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count > 1,
      count * 2 > titles.count
    else { return nil }
    return suffix
  }

  /// The hosts of pictures, most frequent first. A whole domain is followed by its subdomains, since large sites
  /// redirect to them.
  static func hosts(of pictures: some Sequence<String>) -> [String] {
    var counts: [String: Int] = [:]
    for picture in pictures {
      if let host = WebAddress(picture)?.host { counts[host, default: 0] += 1 }
    }
    let hosts = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return hosts.flatMap { host in
      let labels = host.split(separator: ".")
      return labels.count == 2 && labels[1].allSatisfy(\.isLetter) ? [host, "*.\(host)"] : [host]
    }
  }
}

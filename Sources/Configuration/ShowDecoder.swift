public import JSON
import Search

/// Reads a show's file strictly and tells every fault at once.
public struct ShowDecoder {
  /// Levels that the sanitizer knows.
  private let markupLevels: [String]

  public init(markupLevels: [String]) {
    self.markupLevels = markupLevels
  }

  /// Reads a show from its JSON.
  /// - Parameter slug: the file's name without `.json`.
  /// - Throws: every fault of the document; the `feed` object is the feed's to check.
  public func decode(_ document: JSONValue, slug: String) throws(ShowFaults) -> Show {
    let root = StrictObject(document)
    _ = root.string("$schema", required: false, "the address of a JSON Schema, for editors")
    let name = visible("name", "the show's name", in: root)
    let shortName = visible("shortName", "a short name for home screens", in: root)
    let packageID = root.string("packageID", Self.packageIDForm)
    if let packageID, !Self.isPackageID(packageID) {
      root.fault("packageID", "expected \(Self.packageIDForm), found \"\(packageID)\"")
    }
    let feed = root.value("feed", "the feed's settings")
    let bundled = root.string("bundled", required: false, "a file with bundled answers")
    let markup = root.string("markup", required: false, "a level of markup") ?? "description"
    if !markupLevels.contains(markup) {
      let known = markupLevels.joined(separator: ", ")
      root.fault("markup", "expected one of \(known), found \"\(markup)\"")
    }
    let language = language(root) ?? document["feed"]?["language"]?.string
    let noun = NounDecoder.noun("noun", in: root) ?? Show.Noun(one: "entry", many: "entries")
    let nouns = NounDecoder.nouns(root)
    let suffix = strippedSuffix(root)
    let match = match(root)
    let pictures = pictures(root)
    let credit = credit(root)
    let serving = serving(root)
    let looks = LooksDecoder.decode(root)

    let faults = root.finish()
    guard faults.isEmpty, let name, let shortName, let packageID, let feed, let looks else {
      throw ShowFaults(faults: faults)
    }
    return Show(
      slug: slug, name: name, shortName: shortName, packageID: packageID, feed: feed, bundled: bundled,
      language: language, noun: noun, nouns: nouns, strippedSuffix: suffix, looks: looks,
      pictures: pictures, match: match, markup: markup, credit: credit, serving: serving)
  }

  /// A text that is not all white space.
  private func visible(_ key: String, _ expected: String, in root: StrictObject) -> String? {
    guard let text = root.string(key, expected) else { return nil }
    if text.allSatisfy(\.isWhitespace) { root.fault(key, "expected \(expected), found nothing but spaces") }
    return text
  }

  private static let packageIDForm = "a package id such as com.example.viewer"

  private static func isPackageID(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count >= 2
      && parts.allSatisfy { part in
        part.utf8.allSatisfy { Unicode.Scalar($0).isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }
          && part.unicodeScalars.first.map { $0.isASCIIAlphanumeric && !("0"..."9").contains($0) } == true
      }
  }

  private func language(_ root: StrictObject) -> String? {
    let form = "a language such as \"en\" or \"pt-BR\""
    guard let tag = root.string("language", required: false, form) else { return nil }
    if !LanguageTag.isTag(tag) { root.fault("language", "expected \(form), found \"\(tag)\"") }
    return tag
  }

  private func strippedSuffix(_ root: StrictObject) -> String? {
    guard let object = root.object("titles", required: false, "what happens to titles") else { return nil }
    let suffix = object.string("strip", "the text to take off the end of titles")
    root.take(object.finish())
    return suffix
  }

  private func match(_ root: StrictObject) -> SearchMatch {
    guard let object = root.object("search", required: false, "how the search works") else {
      return .contains
    }
    let expected = "\"contains\" or \"prefix\""
    let text = object.string("match", expected)
    let match = text.flatMap(SearchMatch.init(rawValue:))
    if let text, match == nil { object.fault("match", "expected \(expected), found \"\(text)\"") }
    root.take(object.finish())
    return match ?? .contains
  }

  private func pictures(_ root: StrictObject) -> Show.PictureSources {
    guard let object = root.object("pictures", required: false, "where pictures may come from") else {
      return Show.PictureSources(hosts: [], privateAddresses: false)
    }
    let hosts = object.strings("hosts", "an array of host names") ?? []
    for host in hosts where !Self.isHostPattern(host) {
      object.fault("hosts", "expected host names such as example.org or *.example.org, found \"\(host)\"")
    }
    let isPrivate = object.bool("privateAddresses", required: false, "true or false") ?? false
    root.take(object.finish())
    return Show.PictureSources(hosts: Set(hosts), privateAddresses: isPrivate)
  }

  private static func isHostPattern(_ text: String) -> Bool {
    let host = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
    return !host.isEmpty
      && host.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || "-.:[]".unicodeScalars.contains($0) }
  }

  private func serving(_ root: StrictObject) -> Show.Serving {
    guard let object = root.object("server", required: false, "how the show is served") else {
      return Show.Serving(port: nil, basePath: nil, refresh: nil, hosts: [], offlinePages: true)
    }
    let port = object.integer("port", in: 0...65_535, required: false, "a port")
    let basePath = object.string("basePath", required: false, Self.basePathForm)
    if let basePath, !Self.isBasePath(basePath) {
      object.fault("basePath", "expected \(Self.basePathForm), found \"\(basePath)\"")
    }
    let refresh = object.integer("refresh", in: 60...2_592_000, required: false, "seconds")
    let hosts = object.strings("hosts", required: false, "an array of host names") ?? []
    for host in hosts where !Self.isHostPattern(host) || host.hasPrefix("*") {
      object.fault("hosts", "expected host names such as films.example.org, found \"\(host)\"")
    }
    let offlinePages = object.bool("offlinePages", required: false, "true or false") ?? true
    root.take(object.finish())
    return Show.Serving(
      port: port.map { UInt16($0) }, basePath: basePath, refresh: refresh,
      hosts: Set(hosts.map { $0.lowercased() }), offlinePages: offlinePages)
  }

  private static let basePathForm = "a path of plain names such as /simpsons"

  /// Letters, digits, `-`, `.`, `_` and `~` need no encoding anywhere in an address.
  private static func isBasePath(_ text: String) -> Bool {
    text.split(separator: "/").allSatisfy { name in
      name != "." && name != ".."
        && name.unicodeScalars.allSatisfy { $0.isASCIIAlphanumeric || "-._~".unicodeScalars.contains($0) }
    }
  }

  private func credit(_ root: StrictObject) -> Show.Credit? {
    guard let object = root.object("credit", required: false, "who made the data") else { return nil }
    let text = object.string("text", "the sentence to show")
    let link = object.string("link", "an http or https address")
    if let link, !link.hasPrefix("https://"), !link.hasPrefix("http://") {
      object.fault("link", "expected an http or https address, found \"\(link)\"")
    }
    root.take(object.finish())
    guard let text, let link else { return nil }
    return Show.Credit(text: text, link: link)
  }
}

/// Everything that is wrong with a show's file.
public struct ShowFaults: Error {
  public let faults: [Fault]

  public init(faults: [Fault]) {
    self.faults = faults
  }
}

extension Unicode.Scalar {
  var isASCIIAlphanumeric: Bool {
    switch self {
    case "0"..."9", "A"..."Z", "a"..."z": true
    default: false
    }
  }
}

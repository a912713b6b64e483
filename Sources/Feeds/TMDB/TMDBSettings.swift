import CatalogCore
import Fetching
import JSON

/// What a show's file says about its film lists.
struct TMDBSettings: Sendable {
  /// Base of the API.
  private(set) var address: String
  /// The lists, by their ids at the service.
  let sections: [Section]
  /// Pages asked for in each list.
  let pages: Int
  let language: String?
  let region: String?
  /// What the path of a poster is appended to.
  let posters: String

  private static let lists = ["now_playing", "popular", "top_rated", "upcoming"]

  /// Nil where the settings hold faults.
  init?(reading settings: StrictObject) {
    let before = settings.faults.count
    address = Self.base("address", settings) ?? "https://api.themoviedb.org/3"
    sections = Self.sections(settings)
    pages = settings.integer("pages", in: 1...20, required: false, "pages of each section") ?? 5
    language = Self.code("language", settings, "a language such as \"en-US\"", letters: 2...3)
    region = Self.code("region", settings, "a country such as \"GB\"", letters: 2...2)
    let base = Self.base("posters", settings) ?? "https://image.tmdb.org/t/p"
    let sizeForm = "a size of TMDB's pictures such as \"w185\""
    let size = settings.string("posterSize", required: false, sizeForm) ?? "w185"
    if size != "original",
      size.first != "w" || !(1...4).contains(size.utf8.count - 1)
        || !size.utf8.dropFirst().allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    {
      settings.fault("posterSize", "expected \(sizeForm), found \"\(size)\"")
    }
    posters = "\(base)/\(size)"
    guard settings.faults.count == before else { return nil }
  }

  mutating func move(to address: WebAddress) {
    self.address = Self.stem(address)
  }

  /// The section that a part of an answer belongs to; nil where it is none of these.
  func section(of part: FeedAnswer.Part) -> String? {
    let id = part.name.prefix { $0 != "." }
    return sections.first { $0.id == id }?.id
  }

  /// Where a page of a list is asked for, without a key.
  func query(page: Int) -> String {
    let members = [("page", String(page)), ("language", language), ("region", region)]
    return members.compactMap { name, value in value.map { "\(name)=\($0)" } }.joined(separator: "&")
  }

  private static func base(_ key: String, _ settings: StrictObject) -> String? {
    let expected = "an http or https address without a query"
    guard let text = settings.string(key, required: false, expected) else { return nil }
    guard let address = WebAddress(text), address.query == nil, !text.contains("#") else {
      settings.fault(key, "expected \(expected), found \"\(text.withoutSecrets)\"")
      return nil
    }
    return stem(address)
  }

  /// The address without query and final slash, for paths to be appended to.
  private static func stem(_ address: WebAddress) -> String {
    let text = address.text.prefix { $0 != "?" && $0 != "#" }
    return String(text.hasSuffix("/") ? text.dropLast() : text)
  }

  private static func sections(_ settings: StrictObject) -> [Section] {
    let expected = "an array of TMDB's film lists such as \"popular\""
    let ids = settings.strings("sections", required: false, expected) ?? lists
    if ids.isEmpty || Set(ids).count != ids.count || !ids.allSatisfy(isListID) {
      settings.fault("sections", "expected \(expected), each once, found \(ids.joined(separator: ", "))")
    }
    let titles = settings.object("titles", required: false, "titles of sections by their ids")
    defer { settings.take(titles?.finish() ?? []) }
    return ids.map { id in
      Section(id: id, title: titles?.string(id, required: false, "a title") ?? title(of: id))
    }
  }

  /// "now_playing" is "Now Playing".
  private static func title(of id: String) -> String {
    id.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  private static func isListID(_ id: String) -> Bool {
    id.utf8.count <= 40 && id.contains { $0 != "_" }
      && id.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || byte == UInt8(ascii: "_")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      }
  }

  /// A code of letters, and for a language perhaps a country after it.
  private static func code(
    _ key: String, _ settings: StrictObject, _ expected: String, letters: ClosedRange<Int>
  ) -> String? {
    guard let text = settings.string(key, required: false, expected) else { return nil }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard letters.contains(parts[0].count), parts.count <= (letters.count > 1 ? 2 : 1),
      parts.allSatisfy({ (2...4).contains($0.count) && $0.allSatisfy { $0.isASCII && $0.isLetter } })
    else {
      settings.fault(key, "expected \(expected), found \"\(text)\"")
      return nil
    }
    return text
  }
}

import Catalogs
import Fetching
import FoundationEssentials
import ShowFiles
import System
import Text

/// The arguments of `new` or `open`.
struct NewShowRequest {
  let name: String
  /// The name in words, as the list's file has it.
  let label: String
  let options: Options
  /// Nil if the kind of feed has its own address, or a file holds the list.
  let address: String?
  /// The path of the list.
  let path: String?

  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    let (options, names) = try Options.read(arguments, of: .new, environment: environment)
    guard names.count == 1, let name = names.first else {
      throw UsageError("new takes one name for the show, such as trek")
    }
    guard Self.isName(name) else {
      throw UsageError(
        "the name \"\(name.withoutSecrets)\" is not valid: use up to 22 lower-case letters, digits and hyphens"
      )
    }
    (self.name, self.options) = (name, options)
    label = name.split(separator: "-").joined(separator: " ")
    (address, path) = try Self.location(options.feedAddress, "--feed-address")
    let settings = ShowFile.fields.fields(at: "feed.address")
    let needsAddress = settings.first { $0.kind == options.kind }?.isRequired ?? true
    if needsAddress, path == nil, address == nil { throw UsageError("new needs --feed-address URL") }
  }

  /// - Parameter location: a file or an address, from which the show gets its name.
  init(opening location: String, _ options: Options) throws(UsageError) {
    (address, path) = try Self.location(location, "open")
    self.options = options
    let whole = path.map { URL(filePath: $0).standardizedFileURL.path } ?? location
    let last = whole.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
    let words = Self.words(of: PercentCoding.decodeForm(Array(last.utf8)[...]))
    label = words.isEmpty ? "list" : words.joined(separator: " ")
    let slug = Guess.cut(
      Slug.make(label, otherwise: "list").split(separator: "-").map(String.init), 20, by: "-")
    name = "open-\(slug)-\(FNV1a.hash32(whole.utf8).hexDigits)"
  }

  /// The words of a file's name without its endings; digits may have points.
  private static func words(of name: String) -> [String] {
    var stem = name[...]
    while let point = stem.lastIndex(of: "."), point > stem.startIndex, stem[point...].count <= 8,
      stem[point...].contains(where: \.isLetter)
    {
      stem = stem[..<point]
    }
    return stem.split { "_-+ ".contains($0) }.map(String.init)
  }

  /// The path or address without possible secrets.
  var shownLocation: String { path ?? address?.withoutSecrets ?? "" }

  /// - Parameter taker: the flag or command, for the error.
  private static func location(
    _ text: String?, _ taker: String
  ) throws(UsageError) -> (address: String?, path: String?) {
    guard let text else { return (nil, nil) }
    // The placeholder of the text to be completed is invalid in an address.
    let isAddress = WebAddress(text.split(separator: "{query}").joined(separator: "query")) != nil
    if isAddress, text.contains("://") { return (text, nil) }
    guard !text.contains(/^[A-Za-z][A-Za-z0-9+.-]+:[\/\\]/) else {
      throw UsageError("\(taker) takes an http or https address, without a user name or password, or a file")
    }
    return (nil, text)
  }

  /// Whether a text can name a file, a folder, a systemd unit and, after `dramatis-`, a user of at most 31 letters.
  private static func isName(_ text: String) -> Bool {
    let letters = Set("abcdefghijklmnopqrstuvwxyz0123456789-".utf8)
    return text.utf8.count <= 22 && !text.hasPrefix("-") && text.utf8.allSatisfy(letters.contains)
  }
}

import Catalogs
import Feeds
import Fetching
import FoundationEssentials
import ShowFiles
import System
import Text

/// What `dramatis new` is asked for.
struct NewShowRequest {
  let name: String
  /// What people call it, as a slug.
  let label: String
  let options: Options

  /// Nil if the kind of feed has an address of its own, or a file holds the list.
  let address: String?
  /// The file that holds the list.
  let path: String?
  /// Nil if it is to be guessed from the address and the answer.
  var kind: String? { options.kind }

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
    self.name = name
    label = name
    self.options = options
    (address, path) = try Self.location(options.feedAddress, "--feed-address")
    try checkAddress()
  }

  /// - Parameter location: a file or an address, which gives the show its name.
  init(opening location: String, _ options: Options) throws(UsageError) {
    (address, path) = try Self.location(location, "open")
    self.options = options
    let whole = path.map { URL(filePath: $0).standardizedFileURL.path } ?? location
    let last = whole.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? ""
    let slug = Slug.make(String(last.prefix { $0 != "." })).prefix(Self.openedLength)
    let words = slug.split(separator: "-").joined(separator: "-")
    label = words.isEmpty ? "list" : words
    name = "open-\(label)-\(FNV1a.hash32(whole.utf8).hexDigits)"
  }

  /// Letters of a location that the name of its show has; a hash of the whole follows them.
  private static let openedLength = 20

  /// What was opened, without what may be secret in an address.
  var shownLocation: String {
    path ?? address?.withoutSecrets ?? ""
  }

  private static func location(
    _ text: String?, _ taker: String
  ) throws(UsageError) -> (address: String?, path: String?) {
    guard let text else { return (nil, nil) }
    // The placeholder of the text to be completed is not valid in an address.
    let isAddress = WebAddress(text.split(separator: "{query}").joined(separator: "query")) != nil
    if isAddress, text.contains("://") { return (text, nil) }
    guard !text.contains("://"), FileManager.default.fileExists(atPath: text) else {
      throw UsageError(
        "\(taker) takes an http or https address, without a user name or password, or a file that is there")
    }
    return (nil, text)
  }

  private func checkAddress() throws(UsageError) {
    if path != nil { return }
    let addresses = ShowFile.fields.fields(at: "feed.address")
    let isNeeded = addresses.first { $0.kind == kind }?.isRequired ?? true
    if isNeeded, address == nil { throw UsageError("new needs --feed-address URL") }
  }

  /// It names a file, a folder, a systemd unit and, after `dramatis-`, a user, whose name may have 31 letters.
  private static func isName(_ text: String) -> Bool {
    text.utf8.count <= 22 && text.utf8.first != UInt8(ascii: "-")
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
          UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }
}

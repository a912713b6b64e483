import Fetching
import Flags

/// What `dramatis new` was asked for.
struct NewShowRequest {
  let name: String
  let options: Options

  /// Nil where the kind of feed has an address of its own.
  var address: String? { options.feedAddress }
  /// Nil where it is to be told from the address and the answer.
  var kind: String? { options.kind }

  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    let (options, names) = try Options.read(arguments, of: .new, environment: environment)
    guard names.count == 1, let name = names.first else {
      throw UsageError("new needs one name for the show, such as trek")
    }
    guard Self.isName(name) else {
      throw UsageError("a new show's name has up to 22 small letters, digits and hyphens, unlike \"\(name)\"")
    }
    self.name = name
    self.options = options
    // What it holds for the text that is asked for is no part of an address.
    if let address, WebAddress(address.split(separator: "{query}").joined(separator: "query")) == nil {
      throw UsageError("--feed-address takes an http or https address, without a user name or password")
    }
    try checkAddress()
  }

  private func checkAddress() throws(UsageError) {
    let addresses = ShowFile.fields.fields(at: "feed.address")
    let isNeeded = addresses.first { $0.kind == kind }?.isRequired ?? true
    if isNeeded, address == nil { throw UsageError("new needs --feed-address URL") }
  }

  /// It names a file, a folder, a unit of systemd and, after `dramatis-`, a user, who may have 31 letters.
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

import Fetching
import Flags
import ShowFiles

/// What `dramatis new` is asked for.
struct NewShowRequest {
  let name: String
  let options: Options

  /// Nil if the kind of feed has an address of its own.
  var address: String? { options.feedAddress }
  /// Nil if it is to be guessed from the address and the answer.
  var kind: String? { options.kind }

  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    let (options, names) = try Options.read(arguments, of: .new, environment: environment)
    guard names.count == 1, let name = names.first else {
      throw UsageError("new takes one name for the show, such as trek")
    }
    guard Self.isName(name) else {
      throw UsageError(
        "the name \"\(name)\" is not valid: use up to 22 lower-case letters, digits and hyphens")
    }
    self.name = name
    self.options = options
    // The placeholder of the text to be completed is not valid in an address.
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

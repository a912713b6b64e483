import Feeds
import Fetching

/// What `dramatis new` was asked for.
struct NewShowRequest {
  let name: String
  /// Nil where the kind of feed has an address of its own.
  let address: String?
  /// Nil where it is to be told from the address and the answer.
  let kind: String?
  /// Those of its flags that serving has too.
  let options: Options

  private static let shared: Set<String> = [
    "--feed", "--feed-key-file", "--offline", "--config-dir", "--resources",
  ]

  init(_ arguments: [String], environment: [String: String]) throws(UsageError) {
    var own: [String: String] = [:]
    var names: [String] = []
    var others: [String] = []
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("--") else {
        names.append(argument)
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let flag = String(parts[0])
      if ["--feed-address", "--kind"].contains(flag) {
        let value = parts.count == 2 ? String(parts[1]) : rest.popFirst() ?? ""
        guard !value.isEmpty else { throw UsageError("\(flag) needs a value") }
        guard own.updateValue(value, forKey: flag) == nil else { throw UsageError("\(flag) is given twice") }
      } else {
        guard Self.shared.contains(flag) else { throw UsageError("new knows no flag \(flag)") }
        others.append(argument)
        if flag != "--offline", parts.count == 1, let value = rest.popFirst() { others.append(value) }
      }
    }
    guard names.count == 1, let name = names.first else {
      throw UsageError("new needs one name for the show, such as trek")
    }
    guard Self.isName(name) else {
      throw UsageError("a new show's name has up to 22 small letters, digits and hyphens, unlike \"\(name)\"")
    }
    self.name = name
    address = own["--feed-address"]
    // What it holds for the text that is asked for is no part of an address.
    if let address, WebAddress(address.split(separator: "{query}").joined(separator: "query")) == nil {
      throw UsageError("--feed-address takes an http or https address, without a user name or password")
    }
    kind = own["--kind"]
    options = try Options(arguments: ["--show", name] + others, environment: environment)
    try checkKind()
  }

  private func checkKind() throws(UsageError) {
    let kinds = FeedKinds.all.map { $0.kind }
    if let kind, !kinds.contains(kind) {
      throw UsageError("--kind takes one of \(kinds.joined(separator: ", ")), not \"\(kind)\"")
    }
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

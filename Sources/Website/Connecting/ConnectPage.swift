import Templating

/// How another device gets here: an address, its QR code, and the steps.
struct ConnectPage: Sendable {
  let chrome: Chrome
  /// The address to go to; nil where only this machine itself reaches the show.
  let address: String?
  /// Modules of the address's code on each side, the quiet zone included; 0 where there is none.
  let codeSize: Int
  let codePath: String
  /// Further addresses of the same show.
  let others: [String]
}

extension ConnectPage: Renderable {
  static let fields: [Field<ConnectPage>] = [
    .object("chrome") { $0.chrome },
    .optionalText("connectAddress") { $0.address },
    .integer("codeSize") { $0.codeSize },
    .text("codePath") { $0.codePath },
    .flag("hasOthers") { !$0.others.isEmpty },
    .texts("others") { $0.others },
  ]
}

import QRCode

extension CatalogPages {
  /// Light modules that belong around a QR code on each side.
  static let quietZone = 4

  /// - Parameters:
  ///   - origin: where another device is sent; nil for nowhere.
  ///   - others: further ways to the same show.
  func connect(_ origin: Origin?, others: [Origin]) -> ConnectPage {
    let address = origin.map { $0.text + addresses.list() }
    let code = address.flatMap { QRCode($0) }
    return ConnectPage(
      chrome: chrome(title: "\(language.text(.connect)) – \(show.name)"), address: address,
      codeSize: code.map { $0.size + 2 * Self.quietZone } ?? 0,
      codePath: code.map { $0.path(margin: Self.quietZone) } ?? "",
      others: others.filter { $0 != origin }.map { $0.text + addresses.list() })
  }
}

import HTTPServer

extension Visit {
  /// The list, in place of a page of earlier versions that somebody has bookmarked; nil for any other path.
  var gone: Reply? {
    guard call.form == nil, call.site.shelf == nil else { return nil }
    let path = call.target.dropFirst(addresses.baseBytes.count + 1).prefix {
      $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "/")
    }
    return Self.gonePages.contains(String(decoding: path, as: UTF8.self))
      ? .redirect(to: addresses.list()) : nil
  }

  private static let gonePages: Set = ["connections", "lists", "nearest", "offline", "selection"]
}

extension String {
  /// An address as it may stand in a log: what follows the question mark can hold a key.
  var withoutQuery: String {
    guard let mark = firstIndex(of: "?") else { return self }
    return "\(self[...mark])…"
  }
}

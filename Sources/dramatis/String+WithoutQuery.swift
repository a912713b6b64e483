extension String {
  /// An address that is safe to log: what follows the question mark may be a key.
  var withoutQuery: String {
    guard let end = firstIndex(of: "?") else { return self }
    return "\(self[...end])…"
  }
}

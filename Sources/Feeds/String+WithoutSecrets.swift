extension String {
  /// An address that is safe in a message: user name, password and query may be secret.
  var withoutSecrets: String {
    let parts = split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let shown = String(parts[0]).withoutUser
    return parts.count == 1 ? shown : "\(shown)?…"
  }

  private var withoutUser: String {
    guard let sign = lastIndex(of: "@") else { return self }
    // Before it are the scheme and its slashes, if there are any.
    let scheme = prefix { $0 == ":" || ("a"..."z").contains($0.lowercased()) }
    let start = scheme.last == ":" ? scheme + self[scheme.endIndex...].prefix { $0 == "/" } : ""
    return start + "…" + self[sign...]
  }
}

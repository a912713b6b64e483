extension String {
  /// An address, a connection string or another argument as a message may repeat it: user name, password, query,
  /// fragment and the values of parameters may be secret.
  ///
  /// Where there is an at sign, percent-encoded or not, only the scheme is left: a password with a slash or a question
  /// mark in it would otherwise be read as host, path or query.
  public var withoutSecrets: String {
    if contains("@") || contains("%40") {
      let scheme = prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
      let slashes = self[scheme.endIndex...].prefix { $0 == ":" || $0 == "/" }
      return slashes.hasPrefix(":/") ? "\(scheme)\(slashes)…" : "…"
    }
    guard let end = firstIndex(where: { "?#=".contains($0) }) else { return self }
    return "\(self[...end])…"
  }
}

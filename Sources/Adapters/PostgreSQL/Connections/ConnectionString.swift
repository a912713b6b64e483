internal import CPQ

/// Where a database is and who asks, as libpq reads it; it may hold a password, and is never shown whole.
///
/// Several hosts are tried in turn, until one is what is wanted: `host=db1,db2,db3 dbname=dramatis`.
public struct ConnectionString: Sendable, CustomStringConvertible {
  let text: String
  /// The hosts and the database's name.
  public let description: String
  /// Whether there may be standbys among them.
  let namesSeveralHosts: Bool

  /// - Throws: ``PostgreSQLError/notAConnectionString``.
  public init(_ text: String) throws(PostgreSQLError) {
    var trimmed = text[...]
    while trimmed.last?.isWhitespace == true { trimmed.removeLast() }
    self.text = String(trimmed)
    var message: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(message) }
    guard !trimmed.isEmpty, let options = PQconninfoParse(self.text, &message) else {
      throw .notAConnectionString
    }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    guard !Self.isMisread(self.text, values) else { throw .notAConnectionString }
    let host = values["host"] ?? values["hostaddr"] ?? values["service"] ?? "this machine"
    namesSeveralHosts = host.contains(",") || values["service"] != nil
    description = values["dbname"].map { "\($0) at \(host)" } ?? host
  }

  /// Whether part of a password seems to have become a host, a port or a database: its `@`, `/` or `:` was not
  /// percent-encoded.
  private static func isMisread(_ text: String, _ values: [String: String]) -> Bool {
    let ports = (values["port"] ?? "").split(separator: ",").allSatisfy { UInt16($0) != nil }
    let isAddress = text.hasPrefix("postgres")
    let shown = ["host", "hostaddr", "dbname", "service"].compactMap { values[$0] }
    return !ports || isAddress && text.split(separator: "@").count > 2
      || shown.contains { $0.contains("@") || $0.contains("://") }
  }

  /// Names and values for libpq: what the text does not say, the text, and what it may not change.
  /// - Parameter isStandIn: whether a standby is wanted, else a host that takes changes.
  func parameters(isStandIn: Bool) -> [(name: String, value: String)] {
    let fixed = [("client_encoding", "UTF8")] + (isStandIn ? [("target_session_attrs", "standby")] : [])
    return [
      // A host that does not answer makes way for the next; libpq takes nothing less than two seconds.
      ("connect_timeout", "2"), ("target_session_attrs", "read-write"), ("application_name", "dramatis"),
      ("dbname", text),
    ] + fixed
  }
}

internal import CPQ
import System

/// A connection string of libpq. It may hold a password, and is never shown whole.
///
/// Several hosts are tried in turn until one is suitable: `host=db1,db2,db3 dbname=dramatis`.
public struct ConnectionString: Sendable, CustomStringConvertible {
  let text: String
  /// The hosts and the database's name.
  public let description: String

  /// - Throws: ``PostgreSQLError/notAConnectionString``.
  public init(_ text: String) throws(PostgreSQLError) {
    self.text = String(text.reversed().drop { $0.isWhitespace }.reversed())
    var message: UnsafeMutablePointer<CChar>?
    defer { PQfreemem(message) }
    guard !self.text.isEmpty, let options = PQconninfoParse(self.text, &message) else {
      throw .notAConnectionString
    }
    let values = Self.values(of: options)
    guard !Self.isMisread(self.text, values) else { throw .notAConnectionString }
    let host = values["host"] ?? values["hostaddr"] ?? values["service"] ?? "this machine"
    description = values["dbname"].map { "\($0) at \(host)" } ?? host
  }

  /// The values of libpq's options by name; frees the options.
  static func values(of options: UnsafeMutablePointer<PQconninfoOption>?) -> [String: String] {
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var next = options
    while let option = next?.pointee, let keyword = option.keyword {
      if let value = option.val { values[String(cString: keyword)] = String(cString: value) }
      next = next?.successor()
    }
    return values
  }

  /// Whether part of a password seems to have become a host, a port or a database: its `@`, `/` or `:` was not
  /// percent-encoded.
  private static func isMisread(_ text: String, _ values: [String: String]) -> Bool {
    let ports = (values["port"] ?? "").split(separator: ",").allSatisfy {
      $0.number(in: 0...UInt16.max) != nil
    }
    let isAddress = text.hasPrefix("postgres")
    let shown = ["host", "hostaddr", "dbname", "service"].compactMap { values[$0] }
    return !ports || isAddress && text.split(separator: "@").count > 2
      || shown.contains { $0.contains("@") || $0.contains("://") }
  }

  /// Names and values for libpq: defaults, the text, and a value that the text cannot override.
  var parameters: [(name: String, value: String)] {
    [
      // The next host is tried after two seconds, which is libpq's minimum.
      ("connect_timeout", "2"), ("target_session_attrs", "read-write"), ("application_name", "dramatis"),
      ("dbname", text), ("client_encoding", "UTF8"),
    ]
  }
}

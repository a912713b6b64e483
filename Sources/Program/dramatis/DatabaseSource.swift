import Feeds
import FoundationEssentials
import PostgreSQL
import Text

/// Where the connection string of the database comes from: the file that a flag names, else
/// `$DRAMATIS_DATABASE`, else the systemd credential `database`. Never an argument, which others can read.
struct DatabaseSource: Sendable {
  private let file: String?
  private let environment: [String: String]

  init(file: String?, environment: [String: String]) {
    self.file = file
    self.environment = environment
  }

  /// - Throws: one sentence that names the file or the variable, but never its contents.
  func connectionString() throws(StartError) -> ConnectionString {
    if let file { return try read(file) }
    if let text = environment["DRAMATIS_DATABASE"], !text.isEmpty {
      return try connectionString(text, from: "DRAMATIS_DATABASE")
    }
    if let folder = environment["CREDENTIALS_DIRECTORY"], !folder.isEmpty,
      FileManager.default.fileExists(atPath: "\(folder)/database")
    {
      return try read("\(folder)/database")
    }
    throw StartError(
      "favorites are to be kept in PostgreSQL, but no database is named; write its connection string to a file "
        + "and name that with --database-file, or set DRAMATIS_DATABASE")
  }

  private func read(_ path: String) throws(StartError) -> ConnectionString {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw StartError("cannot read the database file \(path.withoutSecrets)")
    }
    return try connectionString(String(decoding: data, as: UTF8.self), from: path)
  }

  private func connectionString(_ text: String, from place: String) throws(StartError) -> ConnectionString {
    do {
      return try ConnectionString(text)
    } catch {
      throw StartError("\(place): \(error)")
    }
  }
}

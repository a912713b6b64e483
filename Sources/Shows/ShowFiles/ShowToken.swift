public import Configuration
import System

/// The name under which a state folder keeps a show's favorites: that of the show's file when the folder was made.
///
/// Cookies and stored lists use this name, so visitors keep their favorites when the file is renamed. A show with another
/// package id gets a name of its own.
public struct ShowToken {
  private let path: String

  public init(in folder: String) { path = "\(folder)/show" }

  /// Nil in a new folder, and in that of another show.
  public func name(of show: Show) -> String? {
    guard let bytes = try? DiskFileSystem().contents(of: path, limit: 1_024) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return lines.count == 2 && lines[1] == show.packageID ? lines[0] : nil
  }

  /// Notes the show's name, once. A folder that cannot be written is reported by others.
  public func note(_ show: Show) {
    guard name(of: show) == nil else { return }
    let file = FileReplacement(of: path, by: "\(path).new", permissions: 0o600)
    try? file.write(Array("\(show.slug)\n\(show.packageID)\n".utf8))
  }
}

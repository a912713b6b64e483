import CatalogCore
import Feeds
import FoundationEssentials
import JSON
import Sanitizer

/// A show's file on disk: where it lies, and what stands in it.
struct ShowFile: Sendable {
  /// The path as it is told in messages.
  let path: String

  /// - Parameter name: a name in the folder of shows, or a path.
  init(name: String, directory: String) {
    path = name.hasSuffix(".json") || name.contains("/") ? name : "\(directory)/\(name).json"
  }

  init(path: String) {
    self.path = path
  }

  /// The folder that bundled answers are relative to.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private var slug: String {
    let file = path.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".json") ? file.dropLast(5) : file)
  }

  /// Reads the show and its feed.
  /// - Throws: every fault of the file, one line each.
  func read() throws(ConfigurationFaults) -> (show: Show, feed: FeedYield) {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw ConfigurationFaults(lines: ["\(path): cannot be read"])
    }
    let document: JSONValue
    do throws(JSONError) {
      document = try JSONValue(parsing: Array(data), repeatedKeys: .refused)
    } catch {
      throw ConfigurationFaults(lines: ["\(path): \(error)"])
    }
    var faults: [Fault] = []
    var show: Show?
    do throws(ShowFaults) {
      show = try ShowDecoder(markupLevels: Policy.names).decode(document, slug: slug)
    } catch {
      faults = error.faults
    }
    var feed: FeedYield?
    if let settings = document["feed"] {
      switch FeedKinds.feed(from: settings, at: "feed") {
      case .success(let found): feed = found
      case .failure(let found): faults += found.faults
      }
    }
    guard let show, let feed, faults.isEmpty else {
      throw ConfigurationFaults(lines: faults.sorted { $0.path < $1.path }.map { "\(path): \($0)" })
    }
    return (show, feed)
  }
}

import Configuration
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
    try read(try bytes())
  }

  func bytes() throws(ConfigurationFaults) -> [UInt8] {
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConfigurationFaults(lines: ["\(path): cannot be read: \(Self.reason(error))"])
    }
  }

  /// Where the bundled answers lie that the file names: beside it, else with the program.
  func bundled(_ name: String, shipped: String) -> String {
    if name.hasPrefix("/") { return name }
    let beside = "\(directory)/\(name)"
    return FileManager.default.fileExists(atPath: beside) ? beside : "\(shipped)/\(name)"
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "there is no such file"
    case .fileReadNoPermission: "it may not be read"
    default: "it is no file that can be read"
    }
  }

  /// Reads the show and its feed from what the file holds, or is to hold.
  /// - Throws: every fault, one line each.
  func read(_ bytes: [UInt8]) throws(ConfigurationFaults) -> (show: Show, feed: FeedYield) {
    let document: JSONValue
    let places: JSONPlaces
    do throws(JSONError) {
      document = try JSONValue(parsing: bytes, repeatedKeys: .refused)
      places = try JSONPlaces(of: bytes)
    } catch {
      throw ConfigurationFaults(error, in: path)
    }
    var feed: FeedYield?
    var faults: [Fault] = []
    do throws(ShowFaults) {
      let show = try Show(document, slug: slug, markupLevels: Policy.names) { feed = FeedKinds.read($0) }
      if let feed { return (show, feed) }
    } catch {
      faults = error.faults
    }
    throw ConfigurationFaults(faults, in: path, at: places, kind: document["feed"]?["kind"]?.string)
  }

  /// All that a show's file may hold.
  static let fields = FieldTable { file in
    _ = Show(file, slug: "", markupLevels: Policy.names) { _ = FeedKinds.read($0) }
  }
}

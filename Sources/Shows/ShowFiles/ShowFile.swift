public import Configuration
public import Feeds
import FoundationEssentials
import Glibc
public import JSON
import Sanitizer
import Text

/// A show's file on disk: where it lies, and what it says.
public struct ShowFile: Sendable {
  /// The path as messages name it.
  public let path: String

  /// - Parameter name: a name in the folder of shows, or a path.
  public init(name: String, directory: String) {
    path = name.hasSuffix(".json") || name.contains("/") ? name : "\(directory)/\(name).json"
  }

  public init(path: String) {
    self.path = path
  }

  /// The folder that bundled answers are relative to.
  var directory: String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Names of all shows in a folder, in the order of letters.
  /// - Throws: one line if the folder cannot be read.
  public static func names(in directory: String) throws(ConfigurationFaults) -> [String] {
    guard let files = try? FileManager.default.contentsOfDirectory(atPath: directory) else {
      throw ConfigurationFaults(lines: ["cannot read the folder of shows \(directory)"])
    }
    return files.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") && !$0.hasPrefix(".") }
      .map { String($0.dropLast(5)) }.sorted()
  }

  /// Reads the show and its feed.
  /// - Throws: every fault of the file, one line each.
  public func read() throws(ConfigurationFaults) -> (show: Show, feed: FeedYield) {
    try read(try bytes())
  }

  /// Bytes of a show's file: some twenty times what one takes with a comment on each of its fields.
  static let byteLimit = 256 << 10
  /// Of what such a file may hold: a few hundred fields are known, and each may have a comment.
  private static let limits = JSONLimits(values: 10_000, bytes: byteLimit)

  func bytes() throws(ConfigurationFaults) -> [UInt8] {
    var status = stat()
    guard stat(path, &status) != 0 || status.st_size <= Self.byteLimit else {
      throw ConfigurationFaults(lines: ["\(path): it is larger than \(Self.byteLimit) bytes"])
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConfigurationFaults(lines: ["cannot read \(path.withoutSecrets): \(Self.reason(error))"])
    }
  }

  /// The path of the bundled answers that the file names: beside it, or else among what ships with the program.
  func bundled(_ name: String, shipped: String) -> String {
    if name.hasPrefix("/") { return name }
    let beside = "\(directory)/\(name)"
    return FileManager.default.fileExists(atPath: beside) ? beside : "\(shipped)/\(name)"
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "no such file"
    case .fileReadNoPermission: "permission denied"
    default: "not a readable file"
    }
  }

  /// The file as a document, which need not be a show's.
  /// - Throws: one line.
  public func document() throws(ConfigurationFaults) -> JSONValue { try document(bytes()) }

  private func document(_ bytes: [UInt8]) throws(ConfigurationFaults) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, repeatedKeys: .refused, within: Self.limits)
    } catch {
      throw ConfigurationFaults(error, in: path)
    }
  }

  /// Reads the show and its feed from the bytes of the file, whether they are on disk yet or not.
  /// - Throws: every fault, one line each.
  public func read(_ bytes: [UInt8]) throws(ConfigurationFaults) -> (show: Show, feed: FeedYield) {
    let document = try document(bytes)
    var feed: FeedYield?
    var faults: [Fault] = []
    do throws(ShowFaults) {
      let show = try Show(
        document, places: JSONPlaces(of: bytes), slug: Folders.slug(of: path), markupLevels: Policy.names
      ) { feed = FeedKinds.read($0) }
      if let feed { return (show, feed) }
    } catch {
      faults = error.faults
    }
    let kind = document["feed"]?["kind"]?.string
    throw ConfigurationFaults(faults, in: path, at: JSONPlaces(of: bytes)) {
      ConfigurationFaults.hint(for: $0, kind: kind)
    }
  }

  /// Every field that a show's file may have.
  public static let fields = FieldTable { file in
    _ = Show(file, slug: "", markupLevels: Policy.names) { _ = FeedKinds.read($0) }
  }
}

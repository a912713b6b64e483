public import Configuration
public import Feeds
import FoundationEssentials
import Glibc
public import JSON
import Sanitizer
import Text

/// A show's file on disk.
public struct ShowFile: Sendable {
  /// The path that messages name.
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

  /// Names of all shows in a folder, sorted.
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
  public func read() throws(ConfigurationFaults) -> (show: Show, feed: ShowFeed) {
    try read(try bytes())
  }

  /// Bytes of a show's file: twenty times a file with a comment on each field.
  static let byteLimit = 256 << 10
  /// Room for a comment on each of a few hundred fields.
  private static let limits = JSONLimits(values: 10_000, bytes: byteLimit)

  func bytes() throws(ConfigurationFaults) -> [UInt8] {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw ConfigurationFaults(lines: [
        "cannot read \(path.withoutSecrets): it is a folder; name its files, such as \(path.withoutSecrets)/*.json"
      ])
    }
    guard status.st_size <= Self.byteLimit else {
      throw ConfigurationFaults(lines: ["\(path): it is larger than \(Self.byteLimit) bytes"])
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConfigurationFaults(lines: ["cannot read \(path.withoutSecrets): \(Self.reason(error))\(meant)"])
    }
  }

  /// The path of a file that the show's file names: beside it, unless only the folder that ships with the program has
  /// it. One that is missing may lie on a drive that is late.
  func bundled(_ name: String, shipped: String) -> String {
    if name.hasPrefix("/") { return name }
    let beside = "\(directory)/\(name)"
    let other = "\(shipped)/\(name)"
    // In this order, because the drive of a list may not answer.
    let isShipped =
      FileManager.default.fileExists(atPath: other) && !FileManager.default.fileExists(atPath: beside)
    return isShipped ? other : beside
  }

  /// The show whose name is nearest to that of a missing file.
  private var meant: String {
    guard access(path, F_OK) != 0, let names = try? Self.names(in: directory) else { return "" }
    return Spelling.nearest(to: Folders.slug(of: path), among: names).map { "; did you mean \($0)?" } ?? ""
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "no such file"
    case .fileReadNoPermission: "permission denied"
    default: "not a readable file"
    }
  }

  /// The file as any JSON document.
  /// - Throws: one line.
  public func document() throws(ConfigurationFaults) -> JSONValue { try document(bytes()) }

  func document(_ bytes: [UInt8]) throws(ConfigurationFaults) -> JSONValue {
    FormerSettings.removed(from: try whole(bytes)).rest
  }

  /// A sentence for each setting of an earlier version.
  func notes(_ bytes: [UInt8]) throws(ConfigurationFaults) -> [String] {
    FormerSettings.removed(from: try whole(bytes)).notes.map { "\(path): \($0)" }
  }

  private func whole(_ bytes: [UInt8]) throws(ConfigurationFaults) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, repeatedKeys: .refused, within: Self.limits)
    } catch {
      throw ConfigurationFaults(error, in: path)
    }
  }

  /// Reads the show and its feed from bytes, which need not be on disk.
  /// - Throws: every fault, one line each.
  public func read(_ bytes: [UInt8]) throws(ConfigurationFaults) -> (show: Show, feed: ShowFeed) {
    let found = try parts(bytes)
    guard let show = found.show, let feed = found.feed else { throw found.faults }
    return (show, feed)
  }

  /// Reads as much of the show and its feed as can be read, and the faults.
  func parts(
    _ bytes: [UInt8]
  ) throws(ConfigurationFaults) -> (show: Show?, feed: ShowFeed?, faults: ConfigurationFaults) {
    let document = try document(bytes)
    var feed: ShowFeed?
    var show: Show?
    var faults: [Fault] = []
    do throws(ShowFaults) {
      show = try Show(
        document, places: JSONPlaces(of: bytes), slug: Folders.slug(of: path), markupLevels: Policy.names
      ) { feed = FeedKinds.read($0) }
      if let feed { show?.namesCountries = feed.titlesEndWithCountry }
    } catch {
      faults = error.faults
    }
    let kind = document["feed"]?["kind"]?.string
    let placed = ConfigurationFaults(faults, in: path, at: JSONPlaces(of: bytes)) {
      ConfigurationFaults.hint(for: $0, kind: kind)
    }
    return (show, feed, placed)
  }

  /// All fields of a show's file.
  public static let fields = FieldTable { file in
    _ = Show(file, slug: "", markupLevels: Policy.names) { _ = FeedKinds.read($0) }
  }
}

/// The faults of a configuration: one line each, with the file, the place and the expected value.
public struct ConfigurationFaults: Error {
  public let lines: [String]

  public init(lines: [String]) {
    self.lines = lines
  }

  /// The fault of a file that is not valid JSON, or too large.
  init(_ error: JSONError, in path: String) {
    let reason = error.isExcess ? error.reason : "not valid JSON: \(error.reason)"
    self.init(lines: ["\(path):\(error.line):\(error.column): \(reason)"])
  }

  /// Faults to list of one file.
  static let limit = 100

  /// Faults in the order of the file.
  /// - Parameter hint: the words to add to a fault at a path.
  init(
    _ faults: [Fault], in path: String, at places: JSONPlaces, hint: (String) -> String = { _ in "" }
  ) {
    // A misspelt field is not missing too. Each search for a name takes a millisecond.
    let meant = faults.lazy.filter { $0.expected.hasPrefix("unknown key") }.prefix(Self.limit)
      .compactMap { ShowFile.fields.nearest(to: $0.path) }
    let faults = faults.filter { !$0.expected.hasPrefix("is missing") || !meant.contains($0.path) }
    let placed = faults.prefix(Self.limit).map { (place: places.place(of: $0.path), fault: $0) }
    let sorted = placed.sorted { ($0.place, $0.fault.path) < ($1.place, $1.fault.path) }
    let lines = sorted.map { place, fault in
      "\(path):\(place.line):\(place.column): \(Self.sentence(fault, hint(fault.path)))"
    }
    self.init(lines: lines + (faults.count > Self.limit ? ["\(path): … and more"] : []))
  }

  /// A fault with its hint; before the list of all keys the name that was meant.
  private static func sentence(_ fault: Fault, _ hint: String) -> String {
    let (text, list) = ("\(fault)", "; known keys here: ")
    guard hint.hasPrefix("; did you mean"), let place = text.firstRange(of: list) else { return text + hint }
    return "\(text[..<place.lowerBound])\(hint) Known keys here: \(text[place.upperBound...])"
  }

  /// The meaning of a field; for an unknown one the nearest name.
  /// - Parameter kind: of the show's feed.
  static func hint(for path: String, kind: String?) -> String {
    // The fields of a feed under `else` are those of the feed.
    if path.hasPrefix("feed.else."), let end = path.dropFirst(10).firstIndex(of: ".") {
      return hint(for: "feed\(path[end...])", kind: nil)
    }
    if let summary = ShowFile.fields.summary(of: path, kind: kind) { return " (\(summary))" }
    return ShowFile.fields.nearest(to: path).map { "; did you mean \($0)?" } ?? ""
  }
}

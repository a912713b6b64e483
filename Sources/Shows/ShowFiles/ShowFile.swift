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
    guard stat(path, &status) != 0 || status.st_size <= Self.byteLimit else {
      throw ConfigurationFaults(lines: ["\(path): it is larger than \(Self.byteLimit) bytes"])
    }
    do {
      return Array(try Data(contentsOf: URL(filePath: path)))
    } catch {
      throw ConfigurationFaults(lines: ["cannot read \(path.withoutSecrets): \(Self.reason(error))"])
    }
  }

  /// The path of a file that the show's file names: beside it, else in the folder that ships with the program.
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

  /// The file as any JSON document.
  /// - Throws: one line.
  public func document() throws(ConfigurationFaults) -> JSONValue { try document(bytes()) }

  private func document(_ bytes: [UInt8]) throws(ConfigurationFaults) -> JSONValue {
    do throws(JSONError) {
      return try JSONValue(parsing: bytes, repeatedKeys: .refused, within: Self.limits)
    } catch {
      throw ConfigurationFaults(error, in: path)
    }
  }

  /// Reads the show and its feed from bytes, which need not be on disk.
  /// - Throws: every fault, one line each.
  public func read(_ bytes: [UInt8]) throws(ConfigurationFaults) -> (show: Show, feed: ShowFeed) {
    let document = try document(bytes)
    var feed: ShowFeed?
    var faults: [Fault] = []
    do throws(ShowFaults) {
      var show = try Show(
        document, places: JSONPlaces(of: bytes), slug: Folders.slug(of: path), markupLevels: Policy.names
      ) { feed = FeedKinds.read($0) }
      if let feed {
        show.namesCountries = feed.titlesEndWithCountry
        return (show, feed)
      }
    } catch {
      faults = error.faults
    }
    let kind = document["feed"]?["kind"]?.string
    throw ConfigurationFaults(faults, in: path, at: JSONPlaces(of: bytes)) {
      ConfigurationFaults.hint(for: $0, kind: kind)
    }
  }

  /// All fields of a show's file.
  public static let fields = FieldTable { file in
    _ = Show(file, slug: "", markupLevels: Policy.names) { _ = FeedKinds.read($0) }
  }
}

extension ShowFile {
  /// Checks the show, and the answers on disk that it names.
  /// - Parameter shipped: the folder of answers that are not beside the file.
  /// - Returns: a line for each list with skipped records, and one for each warning about a list.
  /// - Throws: every fault, one line each.
  @discardableResult
  public func check(shipped: String) throws(ConfigurationFaults) -> [String] {
    let bytes = try bytes()
    let (show, feed) = try read(bytes)
    var faults: [Fault] = []
    var accounts: [String] = []
    var files = [("feed.file", feed.catalog?.file, feed.catalog), ("bundled", show.bundled, feed.catalog)]
    for (index, other) in feed.alternatives.enumerated() {
      files.append(("feed.else.\(index).file", other.feed.file, other.feed))
    }
    for (key, name, feed) in files {
      guard let path = name.map({ bundled($0, shipped: shipped) }) else { continue }
      guard FileManager.default.fileExists(atPath: path) else {
        faults.append(Fault(at: key, "there is no file or folder at \(path.withoutSecrets)"))
        continue
      }
      do throws(FeedError) {
        guard let feed else { continue }
        let object = key.hasSuffix(".file") ? String(key.dropLast(5)) : "feed"
        let answer = try FeedAnswer(path: path)
        faults += try feed.faults(of: answer).map { fault in
          Fault(
            at: fault.path.hasPrefix("feed.") ? object + fault.path.dropFirst(4) : fault.path, fault.expected)
        }
        guard let records = feed as? RecordsFeed else { continue }
        if let account = try? feed.account(of: answer) {
          accounts += account.map { "\(self.path): \(key): \($0)" }
        }
        let unused = try records.unused(of: answer)
        if !unused.isEmpty {
          let more = unused.count > 20 ? " and \(unused.count - 20) more" : ""
          accounts.append(
            "\(self.path): \(key): not shown, since \(object) does not name them: "
              + unused.prefix(20).joined(separator: ", ") + more)
        }
      } catch {
        faults.append(Fault(at: key, "\(path): \(error)"))
      }
    }
    guard faults.isEmpty else {
      // Faults of a list name the field already.
      throw ConfigurationFaults(faults, in: self.path, at: JSONPlaces(of: bytes)) {
        $0.hasPrefix("feed.") ? "" : ConfigurationFaults.hint(for: $0, kind: nil)
      }
    }
    return accounts
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
    let placed = faults.prefix(Self.limit).map { (place: places.place(of: $0.path), fault: $0) }
    let sorted = placed.sorted { ($0.place, $0.fault.path) < ($1.place, $1.fault.path) }
    let lines = sorted.map { place, fault in
      "\(path):\(place.line):\(place.column): \(fault)\(hint(fault.path))"
    }
    self.init(lines: lines + (faults.count > Self.limit ? ["\(path): … and more"] : []))
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

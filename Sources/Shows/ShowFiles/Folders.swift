import FoundationEssentials
import System

extension Options {
  /// The folders of the show.
  public var folders: Folders {
    Folders(options: self, environment: environment, program: Invocation.program)
  }
}

/// The folders of a show.
public struct Folders: Sendable, Equatable {
  public let resources: String
  public let configuration: String
  /// The files that ship with the program beside the shows: bundled answers, the schema.
  public let shipped: String
  /// The texts of the interface, one file for each language.
  public let locales: String
  /// The show's own folder: snapshots, pictures and favorites.
  public let state: String
  /// Whether neither a flag nor a variable says where it is.
  public let isStateGuessed: Bool

  public init(options: Options, environment: [String: String], program: String) {
    let own = Self.resources(program: program)
    resources = options.resources ?? own
    shipped = "\(resources)/config"
    configuration = options.configDirectory ?? Self.configuration(resources: resources)
    let candidates = [configuration, shipped, "\(own)/config"].map { "\($0)/locales" }
    locales = candidates.first(where: FileManager.default.fileExists) ?? candidates[0]
    func given(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    let base =
      given("XDG_STATE_HOME").map { "\($0)/dramatis" } ?? given("HOME").map { "\($0)/.local/state/dramatis" }
    isStateGuessed = base == nil && given("STATE_DIRECTORY") == nil && options.stateDirectory == nil
    let home = FileManager.default.homeDirectoryForCurrentUser.path
    state =
      options.stateDirectory ?? given("STATE_DIRECTORY")
      ?? "\(base ?? "\(home)/.local/state/dramatis")/\(Self.slug(of: options.show))"
  }

  /// The nearest folder with `Templates` and `Public`: above the program, in its prefix's share, or the current one.
  private static func resources(program: String) -> String {
    let manager = FileManager.default
    func holds(_ folder: String) -> Bool {
      manager.fileExists(atPath: "\(folder)/Templates") && manager.fileExists(atPath: "\(folder)/Public")
    }
    var folder = program[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      for candidate in [String(folder), "\(folder)/share/dramatis"] where holds(candidate) {
        return candidate
      }
    }
    return "."
  }

  /// The folder of shows: for an installed program below its prefix's or the system's `etc`, such as `/etc/dramatis`
  /// for `/usr/share/dramatis`; otherwise beside the resources.
  private static func configuration(resources: String) -> String {
    let end = "/share/dramatis"
    let beside = "\(resources)/config"
    guard resources.hasSuffix(end) else { return beside }
    let prefix = resources.dropLast(end.count)
    let roots = (prefix.hasSuffix("/usr") ? [prefix.dropLast(4)] : []) + [prefix, ""]
    let folders = roots.map { "\($0)/etc/dramatis" }
    return folders.first { FileManager.default.fileExists(atPath: $0) } ?? beside
  }

  /// The name of a show's file without its ending.
  /// - Parameter show: a name or a path.
  public static func slug(of show: String) -> String {
    let file = show.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".json") ? file.dropLast(5) : file)
  }
}

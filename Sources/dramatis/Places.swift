import FoundationEssentials

/// The folders that a show works with.
struct Places: Sendable, Equatable {
  let resources: String
  let configuration: String
  /// The interface's words, one file a language.
  let locales: String
  /// Folder of this show's own: snapshots and pictures.
  let state: String

  init(options: Options, environment: [String: String], program: String) {
    let own = Self.resources(program: program)
    resources = options.resources ?? own
    configuration = options.configDirectory ?? "\(resources)/config"
    let candidates = [configuration, "\(resources)/config", "\(own)/config"].map { "\($0)/locales" }
    locales = candidates.first(where: FileManager.default.fileExists) ?? candidates[0]
    state = options.stateDirectory ?? Self.state(slug: Self.slug(of: options.show), environment: environment)
  }

  /// The nearest folder with `Templates` and `Public`: above the program, in its prefix's share, or here.
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

  /// `$STATE_DIRECTORY`, else `$XDG_STATE_HOME/dramatis/<show>`, else `~/.local/state/dramatis/<show>`.
  private static func state(slug: String, environment: [String: String]) -> String {
    if let given = environment["STATE_DIRECTORY"], !given.isEmpty { return given }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "."
    let base = environment["XDG_STATE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? "\(home)/.local/state"
    return "\(base)/dramatis/\(slug)"
  }

  private static func slug(of show: String) -> String {
    let file = show.split(separator: "/").last ?? ""
    return String(file.hasSuffix(".json") ? file.dropLast(5) : file)
  }
}

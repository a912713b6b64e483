import Configuration

extension Options {
  /// The flags that a command accepts, for a terminal.
  public static func help(for command: Command) -> String {
    flags.filter { $0.isAccepted(by: command) }.flatMap(help).joined(separator: "\n")
  }

  private static func help(for flag: Flag) -> [String] {
    let text = flag.note.map { "\(flag.summary). \($0.dropLast())" } ?? flag.summary
    let start = "\(flag.name)\(flag.placeholder.map { " \($0)" } ?? "")"
    var lines = [start + String(repeating: " ", count: max(1, 20 - start.count))]
    for word in text.split(separator: " ") {
      if lines[lines.count - 1].count + word.count > 99 { lines.append(String(repeating: " ", count: 20)) }
      lines[lines.count - 1] += " \(word)"
    }
    return lines
  }
}

extension Options {
  /// A sentence for each variable that looks like a flag's and is none.
  public static func faults(of environment: [String: String]) -> [String] {
    let known = flags.compactMap(\.variable) + ["DRAMATIS_DATABASE"]
    return environment.keys.filter { $0.hasPrefix("DRAMATIS_") && !known.contains($0) }.sorted().map { name in
      let nearest = Spelling.nearest(to: name, among: known).map { "did you mean \($0)?" }
      return "\(name) is no setting and is ignored; \(nearest ?? "see dramatis --help")"
    }
  }
}

extension Options {
  /// A sentence for each value of an earlier version, which is read as another.
  public var notes: [String] {
    guard let log, ["common", "json"].contains(log) else { return [] }
    return ["--log \(log) has no effect since 1.0: the access log has the combined form"]
  }
}

extension Command {
  /// What to do instead of a command of an earlier version.
  public static func remedy(for name: String) -> String? {
    switch name {
    case "pictures": "pictures is gone since 1.0: smaller copies are made when visitors ask for them"
    case "avahi-service": "avahi-service is gone since 1.0: copy config/examples/avahi.service and change it"
    default: nil
    }
  }
}

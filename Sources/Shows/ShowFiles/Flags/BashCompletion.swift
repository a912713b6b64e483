/// Functions of bash: the flags of a command, and the values of a flag.
enum BashCompletion {
  static var lines: [String] {
    let commands = Command.allCases.map { command in
      let names = Options.flags.filter { $0.commands.contains(command) }.map(\.name)
      return names.isEmpty ? nil : "    \(command.name)) echo \"\(names.joined(separator: " "))\" ;;"
    }
    return ["_dramatis_flags() {", "  case $1 in"] + commands.compactMap(\.self) + ["  esac", "}", ""]
      + ["_dramatis_value() {", "  case $1 in"] + Options.flags.filter { !$0.isSwitch }.map(value)
      + ["    *) return 1 ;;", "  esac", "  return 0", "}"]
  }

  private static func value(of flag: Flag) -> String {
    let words =
      switch flag.completion {
      case .nothing: ""
      case .file: "$(compgen -f -- \"$2\")"
      case .folder: "$(compgen -d -- \"$2\")"
      case .show: "$(compgen -W \"$(_dramatis_shows)\" -- \"$2\") $(compgen -f -X '!*.json' -- \"$2\")"
      case .words(let words): "$(compgen -W \"\(words.joined(separator: " "))\" -- \"$2\")"
      }
    return "    \(flag.name)) COMPREPLY=(\(words)) ;;"
  }
}

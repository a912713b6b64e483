import Configuration
import Text

/// A file with a generated list of flags: a shell completion, or the manual page.
///
/// `make flags` replaces the list, between the lines that end with `flags begin` and `flags end`.
public struct FlagFile {
  private let list: [String]

  /// Nil for any other file.
  public init?(named name: String) {
    switch name.split(separator: "/").last {
    case "dramatis.bash": list = BashCompletion.lines
    case "_dramatis": list = ZshCompletion.lines
    case "dramatis.1": list = ManualPage.lines
    default: return nil
    }
  }

  /// The file's text with a new list; nil if it lacks the two lines.
  public func renewed(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let begin = lines.firstIndex(where: { $0.hasSuffix(" flags begin") }),
      let end = lines.firstIndex(where: { $0.hasSuffix(" flags end") }), begin < end
    else { return nil }
    return (Array(lines[...begin]) + list + Array(lines[end...])).joined(separator: "\n")
  }
}

/// Bash functions: the flags of a command, and the values of a flag.
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

/// Zsh arrays: the flags of each command, for `_arguments`.
enum ZshCompletion {
  static var lines: [String] {
    Command.allCases.flatMap { command in
      let flags = Options.flags.filter { $0.commands.contains(command) }
      return flags.isEmpty ? [] : ["local -a of_\(command.name)=("] + flags.map(specification) + [")"]
    }
  }

  private static func specification(of flag: Flag) -> String {
    let action =
      switch flag.completion {
      case .nothing: ""
      case .file: "_files"
      case .folder: "_directories"
      case .show: "_dramatis_shows"
      case .words(let words): "(\(words.joined(separator: " ")))"
      }
    let value = flag.placeholder.map { ":\($0.lowercased()):\(action)" } ?? ""
    let text = "\(flag.isRepeatable ? "*" : "")\(flag.name)[\(flag.summary)]\(value)"
    return "  '\(text.replacing("'", with: #"'\''"#))'"
  }
}

/// The serving flags as mdoc(7).
enum ManualPage {
  static var lines: [String] {
    Options.flags.filter { $0.commands.contains(.serve) }.flatMap { flag in
      let value = flag.placeholder.map { " Ar \($0.lowercased().replacing("|", with: " | "))" } ?? ""
      let sentence = "\(flag.summary.prefix(1).uppercased())\(flag.summary.dropFirst())."
      return [".It Fl \(flag.name.dropFirst())\(value)"]
        + [sentence, flag.note].compactMap { $0?.replacing("--", with: #"\-\-"#) }
    }
  }
}

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

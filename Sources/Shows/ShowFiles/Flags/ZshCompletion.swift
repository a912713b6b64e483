/// Arrays of zsh: the flags of each command, as `_arguments` takes them.
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

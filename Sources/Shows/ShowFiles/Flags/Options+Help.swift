extension Options {
  /// The flags with which a show is served, for people at a terminal.
  public static var help: String {
    flags.filter { $0.commands.contains(.serve) }.flatMap(help).joined(separator: "\n")
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

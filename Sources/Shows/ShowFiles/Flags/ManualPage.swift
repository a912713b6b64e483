/// The flags with which a show is served, as mdoc(7) has them.
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

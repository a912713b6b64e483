/// One flag of the command line.
///
/// Made by ``FlagReader`` from what a flag's declaration says.
public struct Flag: Sendable {
  /// With its hyphens.
  public let name: String
  /// What stands for its value in a usage; nil for a switch, which has none.
  let placeholder: String?
  let completion: ArgumentCompletion
  /// Whether it may be given several times.
  public let isRepeatable: Bool
  /// What it is, in a few words without a full stop.
  let summary: String
  /// What else is to be known; whole sentences.
  let note: String?
  /// Those that it is for. One for serving is taken by some others too, and is offered by these only.
  let commands: Set<Command>

  func isTaken(by command: Command) -> Bool {
    commands.contains(command) || command.takesThoseOfServing && commands.contains(.serve)
  }

  public var isSwitch: Bool { placeholder == nil }

  /// The environment variable that stands in for the flag: `DRAMATIS_BASE_PATH` for `--base-path`. Flags of
  /// a single command have none.
  public var variable: String? {
    guard commands.contains(.serve) else { return nil }
    return "DRAMATIS_" + name.dropFirst(2).uppercased().map { $0 == "-" ? "_" : String($0) }.joined()
  }
}

/// What a shell offers for a flag's value.
public enum ArgumentCompletion: Sendable {
  case nothing, file, folder, show
  case words([String])
}

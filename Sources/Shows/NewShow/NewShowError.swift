/// Why no file was written for a new show; one sentence.
public enum NewShowError: Error, CustomStringConvertible {
  case exists(String)
  case unwritable(String, reason: String)
  /// The feed cannot be asked yet, for want of a key for example.
  case obstacle(String)
  /// There is neither an address nor a file.
  case nowhere
  /// What none of the kinds of feed reads, and why each does not.
  case unreadable(String, [String])
  /// The service gave no completions for a text.
  case noCompletions(String)

  public var description: String {
    switch self {
    case .exists(let path): "\(path) exists already and was not changed"
    case .unwritable(let path, let reason): "cannot write \(path): \(reason)"
    case .obstacle(let obstacle): "\(obstacle); with --offline the file is written without asking the feed"
    case .nowhere: "there is neither an address nor a file to read"
    case .unreadable(let place, let faults):
      "nothing here reads what \(place) gives: \(faults.joined(separator: "; "))"
    case .noCompletions(let text): "the service gave no completions of \"\(text)\""
    }
  }
}

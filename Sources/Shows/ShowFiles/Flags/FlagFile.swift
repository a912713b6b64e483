/// A file that lists the flags for others: the completion of a shell, or the manual page.
///
/// Its list of flags is made anew between a line that ends with `flags begin` and one that ends with
/// `flags end`; `make flags` does that for all of them.
public struct FlagFile {
  private let list: [String]

  /// Nil for a file that no list is made for.
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
    return (lines[...begin] + list + lines[end...]).joined(separator: "\n")
  }
}

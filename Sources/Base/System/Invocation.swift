internal import CSandbox
internal import Glibc

/// The command line of this process, known without `/proc`, from which Swift reads it.
public enum Invocation {
  /// All words, the program's name first.
  public static var arguments: [String] {
    let words = UnsafeBufferPointer(start: process_arguments(), count: Int(process_argument_count()))
    return words.map { $0.map { String(cString: $0) } ?? "" }
  }

  /// The path of the program's file, even if the shell searched for it; empty if the system does not say.
  public static var program: String {
    guard let path = realpath(process_program(), nil) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}

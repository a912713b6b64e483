import FoundationEssentials
import Operations
import ShowFiles

/// `dramatis flags FILE`: prints a completion or the manual page with its list of flags generated anew, for
/// `make flags`.
enum FlagList {
  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    guard arguments.count == 1, let file = FlagFile(named: arguments[0]) else {
      throw UsageError("flags takes one completion file or the manual page")
    }
    let text = FileManager.default.contents(atPath: arguments[0])
    guard let renewed = text.flatMap({ file.renewed(String(decoding: $0, as: UTF8.self)) }) else {
      Console.error(
        "cannot read \(arguments[0]), or it lacks the lines that end in \"flags begin\" and \"flags end\"")
      return 1
    }
    Console.out(String(renewed.dropLast()))
    return 0
  }
}

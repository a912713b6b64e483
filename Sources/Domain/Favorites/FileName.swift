import Glibc

/// What a file in one of the folders is, by its name: `abcdef….json` and possible suffixes.
enum FileName: Equatable {
  case list(VisitorID)
  /// The list as it was before its last change.
  case backup(VisitorID)
  /// Bytes that were not a list, and the seconds since 1970 when they were set aside.
  case corrupt(VisitorID, at: Int)
  /// A list that a process is writing, or has not come to the end of.
  case unfinished(VisitorID, process: Int32)

  /// Nil for what is not ours.
  init?(_ name: String) {
    guard let visitor = VisitorID(name.prefix(32)) else { return nil }
    let ending = name.dropFirst(32)
    let number = ending.split(separator: "-", maxSplits: 1).dropFirst().first
    switch ending {
    case ".json": self = .list(visitor)
    case ".json.bak": self = .backup(visitor)
    default:
      if let process = number.flatMap({ Int32($0) }), ending == ".json.new-\(process)" {
        self = .unfinished(visitor, process: process)
      } else if let time = number.flatMap({ Int($0) }), ending == ".json.corrupt-\(time)" {
        self = .corrupt(visitor, at: time)
      } else {
        return nil
      }
    }
  }

  /// Of the file that this process writes.
  static func unfinished(_ visitor: VisitorID) -> FileName { .unfinished(visitor, process: getpid()) }

  var visitor: VisitorID {
    switch self {
    case .list(let visitor), .backup(let visitor), .corrupt(let visitor, _), .unfinished(let visitor, _):
      visitor
    }
  }

  var text: String { visitor.digits + ending }

  /// The text without most of the digits: for the log, which shall give no visitor away.
  var shortText: String { visitor.description + ending }

  private var ending: String {
    switch self {
    case .list: ".json"
    case .backup: ".json.bak"
    case .corrupt(_, let time): ".json.corrupt-\(time)"
    case .unfinished(_, let process): ".json.new-\(process)"
    }
  }
}

import Dispatch
import Favorites
import FavoritesInFiles
import Glibc
import System

/// The process that is killed: eight threads that toggle favorites, and print each change before and after it.
///
/// Four visitors have a thread each, and the other four threads share one visitor. No two threads toggle the same
/// entry, so that the last line about each is unambiguous.
enum Writers {
  static let threads = 8
  /// Entries that a thread toggles.
  static let entries = 12

  /// The same in each process.
  static func visitor(ofThread thread: Int) -> VisitorID {
    guard let visitor = VisitorID(String(repeating: "\(min(thread, threads / 2))", count: 32)) else {
      preconditionFailure("32 digits are an id")
    }
    return visitor
  }

  static func id(_ number: Int, ofThread thread: Int) -> String { "entry-\(thread)-\(number)" }

  static func store(_ directory: String) -> JSONFavorites {
    JSONFavorites(directory: directory, show: "crash", log: Output())
  }

  /// Prints a line before each change, `thread entry ?`, and one when it is stored, `thread entry +` or
  /// `thread entry -`. Every other line is a fault.
  static func run(directory: String) -> Never {
    let store = store(directory)
    store.sweep()
    for thread in 0..<threads {
      DispatchQueue(label: "dramatis.crash.\(thread)").async {
        while true { toggle(.random(in: 0..<entries), ofThread: thread, in: store) }
      }
    }
    while true { pause() }
  }

  private static func toggle(_ number: Int, ofThread thread: Int, in store: JSONFavorites) {
    let id = id(number, ofThread: thread)
    guard let favorite = Favorite(id: id, title: "Entry \(number) of \(thread)", addedAt: time(nil)) else {
      return say("\(id) is not an id\n")
    }
    say("\(thread) \(number) ?\n")
    do {
      let list = try store.apply(.toggle(favorite), for: visitor(ofThread: thread))
      say("\(thread) \(number) \(list.contains(id) ? "+" : "-")\n")
    } catch {
      say("\(error)\n")
    }
  }

  /// Every line is a fault, but that about files which a killed process left unfinished.
  private struct Output: Log {
    func info(_ message: String) {
      if !message.contains("or were unfinished") { say("\(message)\n") }
    }
    func warning(_ message: String) { info(message) }
    func error(_ message: String) { info(message) }
  }

  /// Writes a line whole or not at all.
  private static func say(_ line: String) {
    let bytes = Array(line.utf8)
    _ = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
  }
}

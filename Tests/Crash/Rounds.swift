import Favorites
import Foundation

/// Kills processes of writers on the same files in turn, and checks the files after each.
struct Rounds {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "dramatis-crash-\(UUID().uuidString)").path
  private var directory: String { "\(folder)/favorites" }

  /// Throws the first fault, and keeps the files then.
  func run(_ rounds: Int) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var known = [Knowledge](repeating: Knowledge(), count: Writers.threads)
    var stored = 0
    var untold = 0
    for round in 1...rounds {
      do {
        let lines = try killedWriters(afterLines: .random(in: 0..<60))
        stored += lines.count { !$0.hasSuffix("?") }
        try read(lines, into: &known)
        untold += try compare(&known)
        try checkFiles()
      } catch {
        throw Failure(description: "round \(round), files left in \(folder): \(error)")
      }
    }
    try FileManager.default.removeItem(atPath: folder)
    guard stored >= rounds else { throw Failure(description: "no more than \(stored) changes were stored") }
    print("\(rounds) kills, \(stored) changes told as stored, none lost; \(untold) stored but not yet told")
  }

  /// Starts writers, kills them shortly after some lines, and returns all their lines.
  private func killedWriters(afterLines count: Int) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["write", directory]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let reader = output.fileHandleForReading
    var said = Data()
    while said.count(where: { $0 == UInt8(ascii: "\n") }) < count {
      let more = reader.availableData
      if more.isEmpty { break }
      said += more
    }
    usleep(.random(in: 0..<10_000))
    kill(process.processIdentifier, SIGKILL)
    said += reader.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationReason == .uncaughtSignal, process.terminationStatus == SIGKILL else {
      throw Failure(description: "the writers ended by themselves: \(process.terminationStatus)")
    }
    return String(decoding: said, as: UTF8.self).split(separator: "\n")
  }

  private func read(_ lines: [Substring], into known: inout [Knowledge]) throws {
    for line in lines {
      let parts = line.split(separator: " ")
      guard parts.count == 3, let thread = Int(parts[0]), let number = Int(parts[1]),
        known.indices.contains(thread), known[thread].read(number, parts[2])
      else { throw Failure(description: "a writer says: \(line)") }
    }
  }

  private func compare(_ known: inout [Knowledge]) throws -> Int {
    let store = Writers.store(directory)
    var untold = 0
    for thread in known.indices {
      let list = try store.list(of: Writers.visitor(ofThread: thread))
      let found = (0..<Writers.entries).map { list.contains(Writers.id($0, ofThread: thread)) }
      let (lost, isOpenMade) = known[thread].settle(found)
      guard lost.isEmpty else { throw Failure(description: "thread \(thread) lost changes of \(lost)") }
      untold += isOpenMade ? 1 : 0
    }
    return untold
  }

  /// Checks that every list is whole, nothing was set aside, and each visitor has at most one unfinished
  /// file, of the last process.
  private func checkFiles() throws {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".json") }
    for path in paths where path.hasSuffix(".json") {
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(path)") else { continue }
      _ = try FavoriteList(stored: Array(data), show: "crash", place: path)
    }
    let others = paths.filter { !$0.hasSuffix(".json") }
    guard others.count <= Writers.threads / 2 + 1, others.allSatisfy({ $0.hasSuffix(".new") }) else {
      throw Failure(description: "these are left: \(others)")
    }
  }
}

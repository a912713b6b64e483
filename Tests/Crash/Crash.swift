import Foundation

/// Kills writers at random moments, and checks that every acknowledged change is stored: `crash [rounds]`,
/// by default 200 rounds.
@main
struct Crash {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.count == 2, arguments.first == "write", let directory = arguments.last {
      Writers.run(directory: directory)
    }
    guard let rounds = arguments.isEmpty ? 200 : Int(arguments.joined()), rounds > 0 else {
      end("usage: crash [rounds]", status: 2)
    }
    do {
      try Rounds().run(rounds)
    } catch {
      end("\(error)", status: 1)
    }
  }

  private static func end(_ sentence: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(status)
  }
}

/// A fault found by a round, or an error.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

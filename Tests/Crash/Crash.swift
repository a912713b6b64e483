import Foundation

/// Kills writers at random moments and looks whether everything is there that they were told is stored:
/// `crash [rounds]`, 200 rounds where nothing is said.
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

/// What a test finds wrong, or cannot do.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

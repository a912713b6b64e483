import Configuration
import Feeds
import FoundationEssentials
import Operations
import ShowFiles
import Text

/// `dramatis explain`: what the fields of a show's file mean.
enum Explain {
  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let (options, paths) = try Options.read(arguments, of: .explain, environment: [:])
    let table = ShowFile.fields
    switch (paths.count, options.isSchemaAsked) {
    case (0, false):
      for line in table.overview { Console.out(line) }
    case (0, true):
      Console.out(String(schema.dropLast()))
    case (1, false):
      guard let lines = table.explanation(of: paths[0]) else {
        let hint = table.nearest(to: paths[0]).map { "; did you mean \($0)?" } ?? ""
        Console.error("unknown field \(paths[0].withoutSecrets)\(hint)")
        return 1
      }
      for line in lines { Console.out(line) }
    default:
      throw UsageError("explain takes one field or --schema")
    }
    return 0
  }

  /// The JSON Schema of a show's file.
  static var schema: String { ShowFile.fields.schema(title: "A show of Dramatis").text() }
}

/// `dramatis flags FILE`: prints the manual page with its list of flags regenerated (`make flags`).
enum FlagList {
  static func run(_ arguments: [String]) throws -> Int32 {
    guard arguments.count == 1 else { throw UsageError("flags takes the manual page") }
    let text = FileManager.default.contents(atPath: arguments[0])
    guard let renewed = text.flatMap({ ManualPage.renewed(String(decoding: $0, as: UTF8.self)) }) else {
      throw StartError(
        "cannot read \(arguments[0]), or it lacks the lines that end in \"flags begin\" and \"flags end\"")
    }
    Console.out(String(renewed.dropLast()))
    return 0
  }
}

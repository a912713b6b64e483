import Configuration
import Feeds
import Operations
import ShowFiles
import Text

/// `dramatis explain`: what the fields of a show's file mean.
enum Explain {
  static func run(_ paths: [String], _ options: Options) throws(UsageError) -> Int32 {
    let table = ShowFile.fields
    switch (paths.count, options.isSchemaAsked) {
    case (0, false):
      for line in table.overview { Console.out(line) }
    case (0, true):
      // The JSON Schema of a show's file.
      Console.out(String(table.schema(title: "A show of Dramatis").text().dropLast()))
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
}

import Configuration

/// `dramatis explain`: what the fields of a show's file mean.
enum Explain {
  static func run(_ arguments: [String]) throws(UsageError) -> Int32 {
    let table = FieldTable.shows
    switch arguments.first {
    case nil:
      for line in table.overview { Console.out(line) }
    case "--schema" where arguments.count == 1:
      Console.out(String(schema.dropLast()))
    case let path? where arguments.count == 1 && !path.hasPrefix("-"):
      guard let lines = table.explanation(of: path) else {
        let hint = table.nearest(to: path).map { "; did you mean \($0)?" } ?? ""
        Console.error("no field is called \(path)\(hint)")
        return 1
      }
      for line in lines { Console.out(line) }
    default:
      throw UsageError("explain takes one field or --schema")
    }
    return 0
  }

  /// The JSON Schema of a show's file.
  static var schema: String { FieldTable.shows.schema(title: "A show of Dramatis").text() }
}

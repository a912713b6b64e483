enum Sanitize { static func run(arguments: [String]) throws(UsageError) -> Int32 { 0 } }

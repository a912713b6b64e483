import JSON

/// Completions in the form of the OpenSearch suggestions extension: an array of the query, the
/// completions, their descriptions and their addresses.
enum SuggestionsJSON {
  /// - Parameters:
  ///   - query: what was asked, as it came, so that the asker can tell late answers.
  ///   - results: markup of the list for the same text, as `{"results": …}` in a fifth place, where other
  ///     clients look for nothing.
  static func bytes(query: String, completions: [Completion], results: [UInt8]? = nil) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string(query)
      for part in [\Completion.text, \.description, \.address] {
        writer.array { writer in
          for completion in completions { writer.string(completion[keyPath: part]) }
        }
      }
      if let results {
        writer.object { writer in
          writer.key("results")
          writer.string(String(decoding: results, as: UTF8.self))
        }
      }
    }
    return writer.bytes
  }
}

import JSON

/// Completions in the form of the OpenSearch suggestions extension: an array of the query, the
/// completions, their descriptions and their addresses.
enum SuggestionsJSON {
  /// - Parameters:
  ///   - query: what was asked, as it came, so that the asker can tell late answers.
  ///   - more: one member of an object in a fifth place, where other clients look for nothing: what a slip was
  ///     taken for, or a note.
  static func bytes(
    query: String, completions: [Completion], more: (name: String, text: String)? = nil
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.array { writer in
      writer.string(query)
      for part in [\Completion.text, \.description, \.address] {
        writer.array { writer in
          for completion in completions { writer.string(completion[keyPath: part]) }
        }
      }
      if let more {
        writer.object { writer in
          writer.key(more.name)
          writer.string(more.text)
        }
      }
    }
    return writer.bytes
  }
}

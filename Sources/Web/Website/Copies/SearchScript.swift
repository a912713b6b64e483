import Catalogs
import JSON

/// What the script of a copy searches, in one language: a script itself, because browsers let no page from a folder
/// read other files.
struct SearchScript {
  /// Characters of a description that are searched.
  private static let textLimit = 400
  /// Characters of it that a row has room for.
  private static let lineLimit = 48

  let bytes: [UInt8]

  /// - Parameter picture: the address of an entry's small picture.
  init(_ context: PageContext, picture: (_ id: String) throws -> String) rethrows {
    let entries = context.catalog.entries
    let pictures = try entries.map { $0.picture == nil ? "" : try picture($0.id) }
    let document = JSONWriter.object { writer in
      writer.member("show", context.show.slug)
      writer.key("isPrefix")
      writer.bool(context.show.match == .prefix)
      // Patterns: the script puts the text and the name in.
      let (language, noun) = (context.language, context.noun)
      writer.member(
        "nothing",
        language.text(.matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": "{text}"]))
      writer.member("meant", language.text(.meant, ["text": "{text}", "name": "{name}"]))
      writer.array("entries") { writer in
        for (entry, picture) in zip(entries, pictures) {
          let look = StandIn(id: entry.id, title: entry.title)
          let line =
            context.subtitle(of: entry) ?? Wording.beginning(of: entry.text, limit: Self.lineLimit)
          writer.array { writer in
            for text in [entry.id, entry.title, line, look.look, look.letters, picture] {
              writer.string(text)
            }
            writer.string(Wording.beginning(of: entry.text, limit: Self.textLimit))
          }
        }
      }
    }
    bytes = Array("window.dramatis = ".utf8) + document + Array(";\n".utf8)
  }
}

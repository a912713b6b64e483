import Catalogs
import JSON
import Text

/// The first page of an export: it redirects to the language of the browser.
struct CopyStart {
  let bytes: [UInt8]

  init(_ context: PageContext) {
    let languages = context.assets.languages.all
    let links = languages.map { language in
      #"<li><a lang="\#(language.tag)" hreflang="\#(language.tag)" href="\#(language.tag)/index.html">"#
        + "\(SafeHTML(escaping: language.name))</a></li>"
    }
    bytes = Array(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(SafeHTML(escaping: context.show.name))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <noscript><meta http-equiv="refresh" content="0; url=\(languages[Languages.english].tag)/index.html"></noscript>
      </head>
      <body>
      <h1>\(SafeHTML(escaping: context.show.name))</h1>
      <ul>
      \(links.joined(separator: "\n"))
      </ul>
      <script>
      const links = [...document.querySelectorAll("a")];
      const wanted = navigator.languages.map((tag) => links.find((link) => link.lang === tag.split("-")[0]));
      location.replace((wanted.find(Boolean) ?? links[0]).href);
      </script>
      </body>
      </html>

      """.utf8)
  }
}

/// The search data of an export in one language: a script, because pages from a folder cannot read other
/// files.
struct SearchScript {
  /// Searchable characters of a description.
  private static let textLimit = 400
  /// Most characters of a description in a row.
  private static let lineLimit = 48

  let bytes: [UInt8]

  /// - Parameter picture: returns the address of an entry's small picture.
  init(_ context: PageContext, picture: (_ id: String) throws -> String) rethrows {
    let entries = context.catalog.entries
    let pictures = try entries.map { $0.picture == nil ? "" : try picture($0.id) }
    let document = JSONWriter.object { writer in
      writer.member("show", context.show.slug)
      writer.key("isPrefix")
      writer.bool(context.show.match == .prefix)
      // The script fills in the text and the name.
      let (language, noun) = (context.language, context.noun)
      writer.member(
        "nothing",
        language.text(.matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": "{text}"]))
      writer.member("meant", language.text(.meant, ["text": "{text}", "name": "{name}"]))
      writer.array("entries") { writer in
        for (entry, picture) in zip(entries, pictures) {
          let placeholder = Placeholder(entry)
          let line =
            context.subtitle(of: entry) ?? Wording.beginning(of: entry.text, limit: Self.lineLimit)
          writer.array { writer in
            for text in [entry.id, entry.title, line, placeholder.style, placeholder.letters, picture] {
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

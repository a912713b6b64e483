import Catalogs
import JSON
import Search
import Text

/// The first page of an export: it redirects to the language of the browser.
enum CopyStart {
  static func bytes(_ context: PageContext) -> [UInt8] {
    let languages = context.offeredLanguages
    let first = languages.first { $0.tag == "en" } ?? languages[0]
    let links = languages.map { language in
      #"<li><a lang="\#(language.tag)" hreflang="\#(language.tag)" href="\#(language.tag)/index.html">"#
        + "\(SafeHTML(escaping: language.name))</a></li>"
    }
    return Array(
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(SafeHTML(escaping: context.show.name))</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <noscript><meta http-equiv="refresh" content="0; url=\(first.tag)/index.html"></noscript>
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

/// The search data of an export in one language: a script, because pages from a folder cannot read other files.
enum SearchScript {
  private static let textLimit = 400
  private static let lineLimit = 48

  static func bytes(
    _ context: PageContext, picture: (_ entry: Entry) throws -> String
  ) rethrows -> [UInt8] {
    let entries = context.catalog.entries
    let pictures = try entries.map { $0.picture == nil ? "" : try picture($0) }
    // The script fills in the text and the name.
    let (language, noun) = (context.language, context.noun)
    let nothing = language.text(
      .matchesNothing, ["noun": noun.one, "nouns": noun.many, "text": "{text}"])
    let document: JSONOutline = [
      "show": .text(context.show.slug), "isPrefix": .value(.bool(context.show.match == .prefix)),
      "isGerman": .value(.bool(context.isGerman)), "nothing": .text(nothing),
      "meant": .text(language.text(.meant, ["text": "{text}", "name": "{name}"])),
      "folds": .members(Folding.differences.map { ($0.letter, .text($0.folded)) }),
      "entries": .list(
        zip(entries, pictures).enumerated().map { position, pair in
          let (entry, picture) = pair
          let placeholder = Placeholder(entry)
          let line = context.subtitle(of: entry) ?? Wording.beginning(of: entry.text, limit: Self.lineLimit)
          // A copy has no filters: the search finds values instead, and what is covered too, which it never shows.
          let whole = Wording.beginning(of: context.whole.entries[position].text, limit: Self.textLimit)
          let text = "\(whole) \(context.line(of: context.whole.facts(at: position)))".trimmed
          return .texts([entry.id, entry.title, line, placeholder.style, placeholder.letters, picture, text])
        }),
    ]
    return Array("window.dramatis = ".utf8) + document.bytes + Array(";\n".utf8)
  }
}

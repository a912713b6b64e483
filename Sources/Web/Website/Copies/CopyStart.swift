import Text

/// The page that a copy begins with: it leads to the language that the browser asks for.
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

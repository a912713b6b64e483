import Catalogs
import Feeds
import Testing

@Suite("An entry of DuckDuckGo")
struct DuckDuckGoTests {
  @Test(
    "A title ends at the first hyphen between spaces",
    arguments: [
      ("Wee-Bey Brice - A soldier", "Wee-Bey Brice"),
      ("New Day Co-Op - A market - of sorts", "New Day Co-Op"),
      (" Moe  -  a bar", "Moe"), ("Ned\u{301} - x", "Ned\u{301}"), ("A- B -C - D", "A- B -C"),
      ("Lisa - \u{301}", "Lisa"), ("A --- B - C", "A --- B"),
    ])
  func titles(text: String, title: String) throws {
    #expect(try Topics.entry(Topics.topic("x", text: text)).title == .plain(title))
  }

  @Test(
    "Tags and references in the text are markup",
    arguments: [
      ("<b>Moe</b> - A <i>barman</i>", "", "<b>Moe</b>", "A <i>barman</i>"),
      ("<b>Moe - A barman</b>", "", "<b>Moe", "A barman</b>"), ("<b>Moe</b>", "", "<b>Moe</b>", ""),
      ("<b>Moe</b> A barman", #"<a href="u">Moe</a>"#, "Moe", "A barman"),
      ("Moe &amp; Lisa - A &lt; B", "", "Moe &amp; Lisa", "A &lt; B"),
      ("<b>Moe</b> - A barman", #"<a href="u">Moe</a><br>A <b>barman</b>"#, "<b>Moe</b>", "A <b>barman</b>"),
    ])
  func markup(text: String, result: String, title: String, description: String) throws {
    let entry = try Topics.entry(Topics.topic("x", text: text, result: result))
    #expect(entry.title.raw == title && entry.title.isMarkup)
    #expect(entry.description.raw == description)
  }

  @Test("A sign that begins no tag stays in a plain text")
  func noMarkup() throws {
    let entry = try Topics.entry(Topics.topic("x", text: "Vec<T> - 5 < 6 & R&D", result: ""))
    #expect(entry.title == .plain("Vec<T>") && entry.description == .plain("5 < 6 & R&D"))
  }

  @Test(
    "Without a separator the title is the text of the first link, else the whole text",
    arguments: [
      ("Omar and associates", #"<a href="https://x/y">Omar and associates</a>"#, "Omar and associates", ""),
      (
        "The Film (1980), a film", #"<a href="u"><i>The Film</i> (1980)</a>, a film"#,
        "<i>The Film</i> (1980)",
        "a film"
      ),
      (
        "The pear is a tree", #"The <a href="u">pear</a> is a tree"#, "pear",
        #"The <a href="u">pear</a> is a tree"#
      ),
      (
        "Daily, a newspaper", #"<i><A HREF='u'>Daily</A></i>, a newspaper"#, "Daily",
        #"<i><A HREF='u'>Daily</A></i>, a newspaper"#
      ),
      ("- nothing before it", #"<a href="u">Pear</a><br>x"#, "Pear", "x"),
      ("5 < 6", #"5 < 6 <a href="u">sums</a>"#, "sums", #"5 < 6 <a href="u">sums</a>"#),
      ("Plain", "", "Plain", ""), ("Plain", "<a>unclosed", "Plain", "<a>unclosed"),
      ("Plain", "<a> <b></b></a><br>x", "Plain", "x"), ("Plain", "<abbr>x</abbr>", "Plain", "<abbr>x</abbr>"),
      ("Plain", "<!-- <a>no</a> --><a>yes</a>", "yes", "<!-- <a>no</a> --><a>yes</a>"),
    ])
  func titlesFromLinks(text: String, result: String, title: String, description: String) throws {
    let entry = try Topics.entry(Topics.topic("x", text: text, result: result))
    #expect(entry.title.raw == title)
    #expect(entry.description.raw == description)
  }

  @Test(
    "The description follows the leading link and its line break",
    arguments: [
      (#"<a href="u">T</a><br>One <i>two</i>"#, "One <i>two</i>"), (#"<A HREF="u">T</A><BR/> One"#, "One"),
      (#" <a href="u">T</a> <br /> <br class="x">One"#, "One"),
      (#"<a href="u">T</a> - One - two"#, "One - two"),
      (#"<a href="u">T</a>, one, two"#, "one, two"), (#"<a href="u">T</a> (1873), one"#, "(1873), one"),
      (#"<a title="a > b" href='</a>'>T</a><br>One"#, "One"), (#"<a title=it's>T</a><br>One's"#, "One's"),
      (#"<a href="u"><img alt="</a>">T</a><br>One"#, "One"),
      (#"<a href="u">T</a>s are one"#, #"<a href="u">T</a>s are one"#),
      (#"<a href="u">T</a><br>One <a href="v">two</a><br>"#, #"One <a href="v">two</a><br>"#),
    ])
  func descriptions(result: String, description: String) throws {
    let entry = try Topics.entry(Topics.topic("x", text: "T - Other", result: result))
    #expect(entry.description.isMarkup)
    #expect(entry.description.raw == description)
  }

  @Test(
    "A link at the start of the text is the title, with any text after it",
    arguments: [
      (
        "Eastern Union Railway An English railway company",
        #"<a href="u">Eastern Union Railway</a>An English railway company"#,
        "Eastern Union Railway", "An English railway company"
      ),
      (
        "CUDA Nvidia CUDA technology - Compute", #"<a href="u">CUDA</a> Nvidia CUDA technology - Compute"#,
        "CUDA",
        "Nvidia CUDA technology - Compute"
      ),
      ("Moe \u{2013} a barman", #"<a href="u">Moe</a> \u{2013} a barman"#, "Moe", "a barman"),
      ("Moe A barman", #"<a href="u"><b>Moe</b></a>"#, "<b>Moe</b>", "A barman"),
      ("Moes are many", #"<a href="u">Moe</a>s are many"#, "Moe", #"<a href="u">Moe</a>s are many"#),
    ])
  func gluedTitles(text: String, result: String, title: String, description: String) throws {
    let result = result.replacing(#"\u{2013}"#, with: "\u{2013}")
    let entry = try Topics.entry(Topics.topic("x", text: text, result: result))
    #expect(entry.title.raw == title)
    #expect(entry.description.raw == description)
  }

  @Test("An entry with only a link has its description in the text")
  func descriptionFromText() throws {
    let topic = Topics.topic("x", text: "T - All & <b>about</b> it", result: #"<a href="u">T</a>"#)
    #expect(try Topics.entry(topic).description.raw == "All & <b>about</b> it")
  }

  @Test(
    "A picture address is read",
    arguments: [
      (#"{"URL": "https://duckduckgo.com/i/a.png", "Width": 5}"#, "https://duckduckgo.com/i/a.png"),
      (#"{"URL": "/i/a.png", "Width": ""}"#, "https://duckduckgo.com/i/a.png"),
      (#"{"URL": "http://i.duck.co/i/a.jpg"}"#, "http://i.duck.co/i/a.jpg"),
      (#"{"URL": "//i.duck.co/i/a.jpg"}"#, "https://i.duck.co/i/a.jpg"), (#"{"URL": ""}"#, nil), ("{}", nil),
      ("null", nil), ("[]", nil), ("\"/i/a.png\"", nil), (#"{"URL": 7}"#, nil), (#"{"URL": "data:,x"}"#, nil),
      (#"{"URL": "javascript:alert(1)"}"#, nil), (#"{"URL": "file:///etc/passwd"}"#, nil),
    ] as [(String, String?)])
  func pictures(icon: String, picture: String?) throws {
    #expect(try Topics.entry(Topics.topic("x", icon: icon)).picture == picture)
  }

  @Test(
    "The key is the decoded path of the page",
    arguments: [
      ("https://duckduckgo.com/Apu", "Apu"), ("/Apu", "Apu"), ("http://duckduckgo.com/Apu/", "Apu"),
      ("https://duckduckgo.com/Dennis_%22Cutty%22_Wise", "Dennis_\"Cutty\"_Wise"),
      ("https://duckduckgo.com/Itchy_%26_Scratchy%2C_the", "Itchy_&_Scratchy,_the"),
      ("https://duckduckgo.com/Caf%C3%A9", "Café"), ("https://duckduckgo.com/Caf%E9", "Caf%E9"),
      ("https://duckduckgo.com/a%00b", "a%00b"), ("https://duckduckgo.com/100%", "100%"),
      ("https://duckduckgo.com/%+f", "%+f"), ("https://duckduckgo.com/d/Apple", "d/Apple"),
      ("https://duckduckgo.com/?q=apu", "?q=apu"),
    ])
  func keys(address: String, key: String) throws {
    let entry = try Topics.entry(#"{"FirstURL": "\#(address)", "Text": "A - B"}"#)
    #expect(entry.key == key)
    #expect(entry.link?.hasPrefix("http") == true)
  }
}

import Catalogs
import Testing

@testable import Website

@Suite("The beginnings of rows")
struct WordingTests {
  @Test(
    "A text in a row does not repeat the title",
    arguments: [
      ("Lime", "Lime. A tree.", "A tree."), ("Lime", "LIME – a tree", "A tree"), ("Lime", "Lime", ""),
      ("Linde", "Linde ist ein Baum", "…ist ein Baum"), ("Lime", "Limestone", "Limestone"),
      ("Lime", "Lime-green", "Lime-green"),
      ("Lime", "A lime tree", "A lime tree"), ("Lime", "Lime: “tall”", "“tall”"),
      ("زيزفون", "زيزفون: شجرة", "شجرة"),
      ("Just set up my new…", "Just set up my new server and it runs", "…server and it runs"),
      ("Just set up my new…", "Just set up my newest server", "Just set up my newest server"),
      ("A", "A tree", "A tree"),
    ])
  func titles(title: String, text: String, line: String) {
    #expect(Wording.continuation(of: text, after: title, isLine: true) == line)
  }

  @Test(
    "In a longer text, a title that is the subject stays", arguments: ["Linde ist ein Baum", "Lindes Baum"])
  func subject(text: String) {
    #expect(Wording.continuation(of: text, after: "Linde", isLine: false) == text)
  }
}

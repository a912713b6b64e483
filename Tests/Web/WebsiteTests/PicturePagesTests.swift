import Catalogs
import Pictures
import TestSupport
import Testing

@testable import Website

@Suite("Pages with missing pictures")
struct PicturePagesTests {
  private static let cast = [
    FeedEntry(key: "bart", title: .plain("Bart Simpson"), picture: "https://pictures.example/bart.jpg"),
    FeedEntry(key: "lisa", title: .plain("Lisa Simpson")),
  ]

  private let folder: TemporaryFolder
  private let pictures: PictureCache

  init() throws {
    folder = try TemporaryFolder()
    pictures = .empty(in: folder)
  }

  @Test("A detail page is cached although its picture is missing")
  func keptOffline() throws {
    defer { pictures.stop() }
    let test = try TestSite(Self.cast, pictures: pictures)
    // Before the stored pictures are listed, a page may change.
    pictures.stop()
    let first = test.get("/entries/bart")
    #expect(test.get("/entries/bart") === first)
    #expect(test.get("/") === test.get("/"))
    #expect(!test.text("/entries/bart").contains("data-pending>"))
  }

  @Test("In place of a missing picture stands a small tile; a show without pictures has none")
  func boxes() throws {
    defer { pictures.stop() }
    let test = try TestSite(Self.cast, pictures: pictures)
    let look = Placeholder(id: "bart", title: "").style
    #expect(test.text("/entries/bart").contains("<img class=\"face portrait token \(look)\""))
    #expect(test.text("/entries/lisa").contains("<i class=\"face portrait token"))
    #expect(!(try TestSite([Self.cast[1]]).text("/entries/lisa").contains("face portrait token")))
  }

  @Test("A final placeholder may be cached and is revalidated")
  func placeholder() throws {
    defer { pictures.stop() }
    let test = try TestSite(Self.cast, pictures: pictures)
    #expect(test.get("/pictures/bart?tile=160").header("Cache-Control") == "no-cache")
  }

  @Test("Further pictures are a strip that leads to whole pictures; one picture has none")
  func strip() throws {
    defer { pictures.stop() }
    let address = "https://pictures.example/"
    let homer = FeedEntry(key: "homer", title: .plain("Homer"), picture: "\(address)1.jpg") {
      $0.morePictures = ["\(address)2.jpg", "\(address)3.jpg"]
    }
    let test = try TestSite(Self.cast + [homer], pictures: pictures)
    let page = test.text("/entries/homer")
    #expect(
      page.contains(
        "<li><button type=\"button\" popovertarget=\"picture-3\" aria-label=\"Picture 3 of 3\">"
          + "<img src=\"/pictures/homer~9baf5cba?picture=3&amp;tile=160\" alt=\"\" width=\"60\" height=\"80\" loading=\"lazy\""
      ))
    #expect(
      page.contains("<div class=\"light-box\" id=\"picture-3\" popover><button popovertarget=\"picture-3\""))
    #expect(page.contains("alt=\"Homer – Picture 3 of 3\" loading=\"lazy\""))
    #expect(!page.contains("picture=1") && !page.contains("picture=4"))
    #expect(!test.text("/entries/bart").contains("class=\"strip\""))
    #expect(test.get("/pictures/homer?picture=3&tile=160").status == 200)
    for number in ["0", "4", "-1", "99999999999", "-9223372036854775808", "x", ""] {
      #expect(test.get("/pictures/homer?picture=\(number)").status == 404)
    }
    let json = test.text("/entries/homer.json")
    #expect(
      json.contains(
        #""pictures":["/pictures/homer~1a19a2b4","/pictures/homer~8beb21a9?picture=2","/pictures/homer~9baf5cba?picture=3"]"#
      ))
    #expect(!test.text("/entries/bart.json").contains(#""pictures""#))
  }
}

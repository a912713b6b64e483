import Records
import Testing

@Suite("Guessing the pictures of a list")
struct PictureGuessTests {
  private func sources(_ text: String) throws -> [String] {
    try RecordGuess(Array(text.utf8)).fields.first { $0.key == "picture" }?.sources ?? []
  }

  private func table(_ header: String, _ row: (Int) -> String) -> String {
    ([header] + (0..<9).map { "Thing number \($0),\(row($0))" }).joined(separator: "\n")
  }

  @Test("Numbered columns and galleries follow the picture; sizes and signs do not")
  func columns() throws {
    let numbered = table("name,Image 1,Image 2,Image 3") {
      "https://x.example/\($0)a.jpg,https://x.example/\($0)b.jpg,"
    }
    #expect(try sources(numbered) == ["Image 1", "Image 2"])
    let sized = table("name,image,image_small,logo,image_link_2") {
      "https://x.example/\($0).jpg,https://x.example/\($0)s.jpg,https://x.example/\($0)l.png,https://x.example/\($0)i.jpg"
    }
    #expect(try sources(sized) == ["image"])
    let shop = table("title,image link,additional image link") {
      "https://x.example/\($0).jpg,https://x.example/\($0)b.jpg"
    }
    #expect(try sources(shop) == ["image link", "additional image link"])
  }

  @Test("A gallery replaces the thumbnail of its first picture; a list in a cell is one")
  func galleries() throws {
    let records = (0..<9).map {
      #"{"title": "Thing \#($0)", "thumbnail": "https://x.example/\#($0)/t.png", "images": ["https://x.example/\#($0)/1.png", "https://x.example/\#($0)/2.png"]}"#
    }
    #expect(try sources("[\(records.joined(separator: ","))]") == ["images"])
    let cells = (0..<9).map {
      #"{"title": "Thing \#($0)", "pics": "[\"https://x.example/\#($0).png\", \"https://x.example/b\#($0).png\"]"}"#
    }
    #expect(try sources("[\(cells.joined(separator: ","))]") == ["pics"])
  }
}

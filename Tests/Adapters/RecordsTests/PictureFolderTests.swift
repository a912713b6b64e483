import JSON
import Records
import System
import TestSupport
import Testing

@Suite("A folder of pictures")
struct PictureFolderTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func list() throws -> List {
    let pictures = try #require(try PictureFolder(EnclosedFolder(path: folder.path)))
    return try List(pictures.list())
  }

  @Test("A title is the file's name with spaces between its words")
  func titles() throws {
    for name in [
      "moe_szyslak.jpg", "IMG-2034.JPEG", "Queen - Live 1986.png", "a.b+c.webp", "notes.txt", "x.svg",
    ] {
      try folder.write(name, "")
    }
    #expect(try list()["title"] == ["IMG 2034", "Queen - Live 1986", "a b c", "moe szyslak"])
  }

  @Test("A picture without a date of its own has that of its name")
  func dates() throws {
    for name in [
      "IMG-20161224-WA0014.jpg", "2020-07-04 12.34.56.jpg", "Screenshot_20190201-212530.png",
      "IMG-20161324.jpg",
      "12345678.jpg", "a-2020-07.jpg",
    ] {
      try folder.write(name, "")
    }
    #expect(try list()["taken"] == ["2020-07-04T12:34:56", "2016-12-24", "2019-02-01T21:25:30"])
  }

  @Test("The text, title and further fields come from files of the same name")
  func texts() throws {
    for name in ["a.png", "b.png", "c.png", "d.png", "e.png"] { try folder.write(name, "") }
    try folder.write("a.md", "# Moe Szyslak\n\nHas a tavern.\n")
    try folder.write("b.txt", "\u{FEFF}Plain\r\n")
    try folder.write("c.json", #"{"title": "Sea", "description": "Salt", "born": 1947, "picture": "../x"}"#)
    try folder.write("d.json", "[broken")
    try folder.write("e.txt", String(repeating: "x", count: (256 << 10) + 1))
    let list = try list()
    #expect(list["title"] == ["Moe Szyslak", "b", "Sea", "d", "e"])
    #expect(list["text"] == ["Has a tavern.", "Plain", "Salt"])
    #expect(list["born"] == ["1947"])
    #expect(list["picture"] == ["a.png", "b.png", "c.png", "d.png", "e.png"])
  }

  @Test("The subfolder is the section, and pictures of one name have different ids")
  func sections() throws {
    for name in ["top.png", "Rome/one.png", "Rome/inner/two.png", "Ulm/one.jpg", "Ulm/one.png"] {
      try folder.write(name, "")
    }
    let list = try list()
    #expect(list["section"] == ["Rome", "Rome", "Ulm", "Ulm"])
    #expect(list["id"] == ["Rome/inner/two", "Rome/one", "Ulm/one", "Ulm/one.png", "top"])
    let guess = try RecordGuess(
      ofPictures: Numbers(PictureFolder(EnclosedFolder(path: folder.path))?.list() ?? []))
    #expect(guess.fields.map(\.key) == ["id", "title", "picture", "section"])
  }

  @Test("A folder without pictures is not a list")
  func none() throws {
    try folder.write("a.json", "[]")
    #expect(try PictureFolder(EnclosedFolder(path: folder.path)) == nil)
  }

  @Test("Numbered pictures belong to the record of their text, unless they have one of their own")
  func groups() throws {
    let names = [
      "moe.jpg", "moe 2.jpg", "moe-03.png", "moe (4).jpg", "moe_5.jpg", "moe-1947.jpg", "bar-1.jpg",
      "bar-2.jpg",
      "cat.jpg", "cat-2.jpg", "x/moe-2.jpg",
    ]
    for name in names + ["moe.md", "moe_5.txt", "bar.txt"] { try folder.write(name, "text") }
    let list = try list()
    #expect(Set(list["id"]) == ["bar", "cat", "cat-2", "moe", "moe-1947", "moe_5", "x/moe-2"])
    #expect(list.records.count == 7)
    let pictures = Dictionary(
      uniqueKeysWithValues: list.records.map {
        ($0["id"]?.string ?? "", RecordPath("picture")?.values(in: $0).compactMap(\.recordText) ?? [])
      })
    #expect(pictures["moe"] == ["moe.jpg", "moe (4).jpg", "moe 2.jpg", "moe-03.png"])
    #expect(pictures["bar"] == ["bar-1.jpg", "bar-2.jpg"])
    #expect(pictures["cat-2"] == ["cat-2.jpg"])
  }
}

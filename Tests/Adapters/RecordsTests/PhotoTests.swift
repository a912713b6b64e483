import Foundation
import JSON
import System
import TestSupport
import Testing

@testable import Records

@Suite("Details of photographs")
struct PhotoTests {
  private static let tags: [Photograph.Tag] = [
    .text(0x010E, "At the sea"), .text(0x010F, "NIKON CORPORATION"), .text(0x0110, "NIKON D90"),
    .text(0x013B, "Ada"), .directory(0x8769, [.text(0x9003, "2021:07:03 10:11:12")]),
    .directory(
      0x8825,
      [
        .text(1, "S"), .fractions(2, [(33, 1), (51, 1), (2448, 100)]), .text(3, "E"),
        .fractions(4, [(151, 1), (129_180, 10_000), (0, 0)]),
      ]),
  ]

  @Test("EXIF gives date, camera, description and place, in either order of bytes", arguments: [true, false])
  func exif(isLittle: Bool) {
    let details = PhotoDetails(
      Photograph.jpeg([(0xE0, [1, 2]), Photograph.exif(Self.tags, isLittle: isLittle)]))
    #expect(details.taken == "2021-07-03T10:11:12")
    #expect(details.camera == "NIKON D90")
    #expect(details.text == "At the sea")
    #expect(details.artist == "Ada")
    #expect(details.latitude == -33.856800)
    #expect(details.longitude == 151.2153)
  }

  @Test("Texts and dates that cameras make up are left out")
  func madeUp() {
    let tags: [Photograph.Tag] = [
      .text(0x010E, "OLYMPUS DIGITAL CAMERA"), .text(0x010F, "SONY"), .text(0x0110, "ILCE-7"),
      .text(0x0132, "0000:00:00 00:00:00"),
      .directory(0x8825, [.text(1, "N"), .fractions(2, [(0, 0), (0, 0), (0, 0)])]),
    ]
    let details = PhotoDetails(Photograph.jpeg([Photograph.exif(tags)]))
    #expect(details.members == ["camera": .string("SONY ILCE-7")])
  }

  @Test("XMP of any depth is read in one pass")
  func deep() {
    let list = String(repeating: "<r:li>", count: 10_000)
    let details = PhotoDetails(Photograph.jpeg([Photograph.xmp("<d:title>A</d:title>\(list)")]))
    #expect(details.title == "A")
  }

  @Test("IPTC gives title, caption, keywords, place and date; XMP counts before it")
  func texts() {
    let iptc = Photograph.iptc([
      (5, "Market"), (25, "market"), (25, "Größe"), (55, "20180304"), (60, "050607+0100"), (90, "Rome"),
      (101, "Italy"),
      (120, "A caption"),
    ])
    let details = PhotoDetails(Photograph.jpeg([iptc]))
    #expect(details.members["keywords"] == .array([.string("market"), .string("Größe")]))
    #expect(details.title == "Market")
    #expect(details.text == "A caption")
    #expect(details.taken == "2018-03-04T05:06:07")
    #expect(details.location == ["Rome", "Italy"])
    let xmp = Photograph.xmp(
      """
      <r:Description d:CreateDate='2020-05-06T07:08:09.5+02:00' d:City='Ulm'><d:title><r:Alt>
      <r:li>The Minster</r:li></r:Alt></d:title><d:subject><r:Bag><r:li>church</r:li><r:li>tower</r:li></r:Bag></d:subject>
      </r:Description>
      """)
    let both = PhotoDetails(Photograph.jpeg([iptc, xmp]))
    #expect(both.title == "The Minster")
    #expect(both.text == "A caption")
    #expect(both.keywords == ["church", "tower"])
    #expect(both.taken == "2020-05-06T07:08:09")
    #expect(both.location == ["Ulm"])
  }

  @Test("HEIC and TIFF have the same details")
  func otherForms() throws {
    let heic = try Self.heic
    #expect(PhotoDetails(heic).taken == "2020-05-06T07:08:09")
    #expect(PhotoDetails(heic).text == "An orchard")
    #expect(PhotoDetails(heic).latitude == 48.4)
    let tiff = Array(Photograph.exif(Self.tags).1.dropFirst(6))
    #expect(PhotoDetails(tiff).taken == "2021-07-03T10:11:12")
  }

  private static var heic: [UInt8] {
    get throws { [UInt8](try Data(contentsOf: URL(filePath: "\(projectFolder)/Tests/Network/orchard.heic"))) }
  }

  @Test("A damaged or truncated file gives fewer details", arguments: [true, false])
  func damaged(isJPEG: Bool) throws {
    let whole =
      try !isJPEG
      ? Self.heic
      : Photograph.jpeg([
        Photograph.exif(Self.tags), Photograph.iptc([(5, "Market"), (25, "a")]),
        Photograph.xmp("<r:Description d:City='Ulm'/>"),
      ])
    let details = PhotoDetails(whole)
    for count in whole.indices { _ = PhotoDetails(Array(whole[..<count])) }
    var random = SeededGenerator(seed: 5)
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 2..<bytes.count, using: &random)] =
          [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      let found = PhotoDetails(bytes)
      #expect(found.keywords.count <= max(details.keywords.count, PhotoDetails.keywordLimit))
    }
  }
}

@Suite("A folder of photographs")
struct PhotoFolderTests {
  @Test("Photographs have facts, places and texts from themselves and from what was exported with them")
  func folder() throws {
    let folder = try TemporaryFolder()
    let photograph = Photograph.jpeg([
      Photograph.exif([.directory(0x8769, [.text(0x9003, "2019:01:02 03:04:05")])])
    ])
    try folder.write("a.jpg", photograph)
    try folder.write("b.jpg", Photograph.jpeg([Photograph.iptc([(5, "Market"), (25, "x"), (25, "y")])]))
    try folder.write("c.jpg", photograph)
    try folder.write(
      "c.jpg.supplemental-metadata.json",
      #"""
      {"title": "c.jpg", "description": "Words", "photoTakenTime": {"timestamp": "1600000000"},
       "geoData": {"latitude": 52.5, "longitude": 13.4}, "people": [{"name": "Ada"}, {"name": "Bo"}]}
      """#)
    for name in ["@eaDir/a.jpg", ".thumbnails/a.jpg", "._a.jpg", "Thumbs.db", "d.psd", "e.mov", "notes.txt"] {
      try folder.write(name, "")
    }
    let pictures = try #require(try PictureFolder(EnclosedFolder(path: folder.path)))
    let bytes = try pictures.list()
    let list = try List(bytes)
    #expect(list["title"] == ["a", "Market", "c"])
    #expect(list["taken"] == ["2019-01-02T03:04:05", CivilTime(1_600_000_000).textWithoutZone])
    #expect(list["text"] == ["Words"])
    #expect(list["people"] == ["Ada", "Bo"])
    #expect(list["latitude"] == ["52.5"])
    #expect(pictures.leftOut.map(\.count) == [2])
    let guess = try RecordGuess(ofPictures: Numbers(bytes))
    #expect(guess.facts.map(\.label) == ["Taken", "Keywords", "People"])
    #expect(guess.facts.map { $0.facet != nil } == [false, true, true])
    #expect(guess.facts.map { $0.order != nil } == [true, false, false])
    #expect(guess.fields.map(\.key) == ["id", "title", "description", "picture", "place"])
  }
}

import Foundation
import Glibc
import TestSupport
import Testing

extension ProgramTests.OpenTests {
  @Test("Each picture of a folder is shown, with any bytes in its name")
  func names() async throws {
    let texts = [
      "back\\slash.png", "100%.png", "a%2Fb.png", "a#b.png", "a?b=c.png", "a:b.png", "file:x.png",
      "a b.png",
      " a b.png", "a b .png", " .png", "\"'`.png", "line\nbreak.png", "tab\t.png", "a..png",
      "-dash.png",
      "cafe\u{301}.png", "caf\u{E9}.png", "\u{212B}.png", "\u{C5}.png", "A\u{30A}.png",
      "\u{1F9DD}\u{200D}\u{2640}.png",
      "UPPER.PNG", "up.Jpg", String(repeating: "x", count: 251) + ".png",
      String(repeating: "\u{1F600}", count: 62) + ".png", "<b>&amp;.png", "deep er/a%b.png",
      "http:/x.png", "&.gif", "+1.png", "\u{202E}gnp.png", "\u{1}.png", "$(x).png",
    ]
    let latin: [[UInt8]] = [
      [0x63, 0x61, 0x66, 0xE9], [0xE9], [0xFF, 0xFE], [0xC0, 0xAF], [0xED, 0xA0, 0x80],
      [0x64, 0xE9, 0x2F, 0xE9],
    ].map { $0 + Array(".png".utf8) }
    var expected: [[UInt8]: Int] = [:]
    for (number, name) in (texts.map { Array($0.utf8) } + latin).enumerated() {
      let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, UInt8(number)]
      let path = Array("\(folder.path)/odd/".utf8) + name
      if let slash = path.lastIndex(of: UInt8(ascii: "/")) {
        mkdir("\(folder.path)/odd", 0o700)
        mkdir(path[..<slash].map { CChar(bitPattern: $0) } + [0], 0o700)
      }
      let file = Glibc.open(path.map { CChar(bitPattern: $0) } + [0], O_WRONLY | O_CREAT | O_EXCL, 0o600)
      #expect(file >= 0 && Glibc.write(file, png, png.count) == png.count)
      close(file)
      expected[png, default: 0] += 1
    }
    symlink("back\\slash.png", "\(folder.path)/odd/link.png")
    let show = try open("\(folder.path)/odd", "--offline")
    let account = "are shown; skipped 1: a link, which is not followed (1, such as \"link.png\")"
    try await show.says("read \(expected.count + 1) records, \(expected.count) \(account)")
    let entries = try await show.entries()
    #expect(entries.count == expected.count)
    for entry in entries {
      let address = try #require(entry["picture"] as? String)
      var found = try await show.get(address)
      try await wait(for: "the picture at \(address)") {
        found = try await show.get(address)
        return found.header("Content-Type") == "image/png"
      }
      expected[found.body] = nil
    }
    #expect(expected.isEmpty)
    #expect(entries.contains { $0["title"] as? String == "caf\u{E9}" })
  }

  @Test("A folder of pictures is served and reloaded on SIGHUP")
  func pictures() async throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    try folder.write("photos/Rome/the_forum.png", png)
    try folder.write("photos/Rome/the_forum.md", "Ruins")
    let show = try open("\(folder.path)/photos", "--offline")
    try await show.serves(["the forum"])
    try await wait(for: "the picture itself") {
      try await show.get("/pictures/rome-the-forum").header("Content-Type") == "image/png"
    }
    #expect(try await show.get("/pictures/rome-the-forum").body == png)
    let address = try #require(try await show.entries().first?["picture"] as? String)
    #expect(try await show.get(address).header("Cache-Control") == "public, max-age=31536000, immutable")
    try folder.write("photos/Ulm/minster.png", png)
    try folder.write("photos/Rome/the_forum.png", png + [2])
    show.send(SIGHUP)
    try await show.serves(["the forum", "minster"])
    let other = try #require(try await show.entries().first { $0["id"] as? String == "rome-the-forum" })
    let new = try #require(other["picture"] as? String)
    #expect(new != address)
    for name in [new, address, "/pictures/rome-the-forum"] {
      #expect(try await show.get(name).body == png + [2], "\(name)")
    }
    #expect(try await show.get(address).header("Cache-Control") == "no-cache")
    #expect(folder.names(in: "photos/Rome") == ["the_forum.md", "the_forum.png"])
  }
}

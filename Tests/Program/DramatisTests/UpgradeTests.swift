import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("State folders of other versions, for one show and for several")
  struct UpgradeTests {
    private static let versions = URL(filePath: "\(projectFolder)/Tests/Versions")
    /// An unsigned visitor.
    private static let cookie = "Cookie: dramatis-cast=ab0123456789abcdef0123456789abcd"
    private static let list = "favorites/ab/ab0123456789abcdef0123456789abcd.json"

    /// A show with its state folder, in a subfolder if there are several shows.
    private struct Place {
      let cast: Cast
      let base: String
      var state: String { base.isEmpty ? "state" : "state/cast" }
      var files: [String] { cast.folder.files.filter { $0.hasPrefix("\(state)/") } }

      init(isAlone: Bool) throws {
        base = isAlone ? "" : "/cast"
        cast = try Cast(bundled: ["Otto"], more: ["pictures": ["hosts": ["example.org"]]])
        if !isAlone {
          let other = try Cast(bundled: ["Lisa"])
          try cast.folder.write("other.json", other.folder.text("cast.json"))
        }
      }

      func start() throws -> Program {
        try cast.start((base.isEmpty ? [] : ["--show", "\(cast.folder.path)/other.json"]) + ["--offline"])
      }

      func bytes() -> [String: [UInt8]?] {
        Dictionary(uniqueKeysWithValues: files.map { ($0, cast.folder.bytes($0)) })
      }
    }

    @Test("The state of the previous version is used unchanged", arguments: [true, false])
    func upgrade(isAlone: Bool) async throws {
      let place = try Place(isAlone: isAlone)
      let old = Self.versions.appending(path: "state-1")
      for name in try FileManager.default.subpathsOfDirectory(atPath: old.path) {
        guard let bytes = try? Data(contentsOf: old.appending(path: name)) else { continue }
        try place.cast.folder.write("\(place.state)/\(name)", bytes)
      }
      var before = place.bytes()
      before["\(place.state)/lock"] = nil
      #expect(before.count == 4)

      let program = try place.start()
      let port = try await program.port
      #expect(try await program.get("\(place.base)/").status == 200)
      func favorites(_ cookie: String) -> String {
        Page(port, "\(place.base)/favorites.json", [cookie]).text
      }
      #expect(Page(port, "\(place.base)/entries.json").text.contains("\"id\":\"moe\""))
      #expect(favorites(Self.cookie).contains("\"moe\""))
      let picture = before.first { $0.key.contains("/pictures/") }?.value?.suffix(33)
      try await wait(for: "the picture from the state folder") {
        Page(port, "\(place.base)/pictures/moe").body[...] == picture
      }
      #expect(place.bytes().filter { before[$0.key] != nil } == before)

      // A change signs the visitor and keeps the list; a former entry can still be a favorite.
      let visit = Visit(port)
      visit.post("\(place.base)/favorites/apu", [Self.cookie])
      let answer = Page(rest: visit, after: [])
      #expect(answer.status == 303)
      let signed = "Cookie: " + (try #require(answer.header("Set-Cookie")).prefix { $0 != ";" })
      #expect(signed.hasPrefix(Self.cookie) && signed.count > Self.cookie.count)
      for cookie in [signed, Self.cookie] {
        for id in ["moe", "nobody", "apu"] { #expect(favorites(cookie).contains("\"\(id)\""), "\(id)") }
      }
      // The picture in that folder is not a valid one, and earlier versions left files readable.
      let faults = program.errors.split(separator: "\n").filter { line in
        (line.contains("warning") || line.contains("error"))
          && !line.contains("cannot open example.org/moe.png") && !line.contains(" closed ")
      }
      #expect(faults == [])
    }

    @Test(
      "The state of a newer version is refused with a log line each, and not changed",
      arguments: [true, false])
    func downgrade(isAlone: Bool) async throws {
      let place = try Place(isAlone: isAlone)
      for (name, version) in [("duckduckgo.snapshot", "snapshot-3"), (Self.list, "favorites-3.json")] {
        try place.cast.folder.write(
          "\(place.state)/\(name)", Data(contentsOf: Self.versions.appending(path: version)))
      }
      let before = place.bytes()
      let program = try place.start()
      let port = try await program.port
      // The bundled data is served.
      #expect(try await program.get("\(place.base)/entries/otto").status == 200)
      try await program.says(
        "the snapshot cannot be used: written by a newer program: it has version 3, and this program reads"
      )
      let visit = Visit(port)
      visit.post("\(place.base)/favorites/otto", [Self.cookie])
      #expect(Page(rest: visit, after: []).status == 500)
      try await program.says(
        "favorites/ab/ab012345….json is not used: it has version 3, and this program reads up to 2")
      program.send(SIGTERM)
      #expect(try await program.status == 0)
      #expect(place.bytes().filter { before[$0.key] != nil } == before)
    }
  }
}

import Favorites
import FavoritesInFiles
import Foundation
import TestSupport
import Testing

@Suite struct SweepTests {
  private static let day = 86_400

  @Test("A list unused for 400 days is deleted with its backup, one unused for 399 stays")
  func unused() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart", "lisa")
    let other = VisitorID.random()
    _ = try fixture.store.apply(.add(try fixture.favorite("homer")), for: other)
    // The files were written by the machine's clock, which goes on.
    for (file, days) in [(fixture.file, 400), ("\(fixture.file).bak", 400), (StoreFixture.file(other), 399)] {
      try fixture.folder.setModified(file, at: fixture.now - days * Self.day)
    }
    #expect(fixture.store.sweep(limit: 10) == 2)
    #expect(fixture.folder.files == [StoreFixture.file(other)])
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    #expect(try fixture.store.list(of: fixture.visitor).isEmpty)
  }

  @Test("An old backup stays as long as its list")
  func oldBackup() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart", "lisa")
    try fixture.folder.setModified("\(fixture.file).bak", at: 0)
    #expect(fixture.store.sweep(limit: 10) == 0)
  }

  @Test("A file written before the clock was set is not old")
  func unsetClock() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    try fixture.folder.setModified(fixture.file, at: 86_400)
    #expect(fixture.store.sweep(limit: 10) == 0)
    fixture.advance(by: 399 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 0)
    fixture.advance(by: 2 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 1)
  }

  @Test("A sweep deletes up to its limit, and the next one continues")
  func sweepLimit() throws {
    let fixture = try StoreFixture()
    for _ in 0..<25 {
      let visitor = VisitorID.random()
      _ = try fixture.store.apply(.add(try fixture.favorite("bart")), for: visitor)
      try fixture.folder.setModified(
        StoreFixture.file(visitor), at: Int(Date().timeIntervalSince1970) - 500 * Self.day)
    }
    #expect(fixture.store.sweep(limit: 10) == 10)
    #expect(fixture.folder.files.count == 15)
    #expect(fixture.store.sweep(limit: 10) == 10)
    #expect(fixture.store.sweep(limit: 10) == 5)
    #expect(fixture.store.sweep(limit: 10) == 0)
    #expect(fixture.folder.files == [])
  }

  @Test("A damaged file is deleted 400 days after it was set aside")
  func corrupt() throws {
    let now = 500 * Self.day
    let fixture = try StoreFixture(now: now)
    let old = "\(fixture.file).corrupt-\(now - 400 * Self.day)"
    let new = "\(fixture.file).corrupt-\(now - 399 * Self.day)"
    try fixture.folder.write(old, [1])
    try fixture.folder.write(new, [1])
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.folder.files == [new])
  }

  @Test("An unfinished file of a killed process is deleted, that of a running one after an hour")
  func unfinished() throws {
    let fixture = try StoreFixture()
    let killed = Process()
    killed.executableURL = URL(filePath: "/bin/true")
    try killed.run()
    killed.waitUntilExit()
    for process in [killed.processIdentifier, getppid()] {
      try fixture.folder.write("\(fixture.file).new-\(process)", [1])
      try fixture.folder.setModified("\(fixture.file).new-\(process)", at: fixture.now)
    }
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.folder.files == ["\(fixture.file).new-\(getppid())"])
    fixture.advance(by: 3_601)
    #expect(fixture.store.sweep(limit: 10) == 1)
  }

  private static let otherNames = [
    "favorites/ab/notes.txt", "favorites/ab/AB0123456789abcdef0123456789abcd.json", "favorites/readme.json",
    "favorites/ab/\(StoreFixture.digits).json.old", "favorites/ab/\(StoreFixture.digits).json.new-x",
    "favorites/ab/\(StoreFixture.digits).json.corrupt-+5", "favorites/ab/\(StoreFixture.digits)",
  ]

  @Test(
    "Other files stay",
    arguments: otherNames)
  func otherFiles(name: String) throws {
    let fixture = try StoreFixture()
    try fixture.folder.write(name, [1])
    try fixture.folder.setModified(name, at: 0)
    #expect(fixture.store.sweep(limit: 10) == 0)
    #expect(fixture.folder.files == [name])
  }

  @Test("Reading a list prevents its sweep, and touches the file at most once a day")
  func reading() throws {
    let fixture = try StoreFixture()
    try fixture.add("bart")
    try fixture.folder.setModified(fixture.file, at: fixture.now)
    let touches = { fixture.system.calls().count { $0.name == "touch" } }
    for hours in [0, 23] {
      fixture.advance(by: hours * 3_600)
      #expect(fixture.store.rememberedList(of: fixture.visitor) != nil)
      _ = try fixture.store.list(of: fixture.visitor)
    }
    #expect(touches() == 0)

    fixture.advance(by: 3_601)
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    let before = try fixture.folder.modifiedAt(fixture.file)
    for _ in 0..<3 { #expect(try fixture.store.list(of: fixture.visitor).ids == ["bart"]) }
    #expect(touches() == 1)
    #expect(try fixture.folder.modifiedAt(fixture.file) >= before + Self.day)

    fixture.advance(by: 399 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 0)
  }
}

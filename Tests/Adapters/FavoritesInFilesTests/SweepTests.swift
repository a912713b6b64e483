import Favorites
import FavoritesInFiles
import Foundation
import TestSupport
import Testing

@Suite struct SweepTests {
  private static let day = 86_400

  /// A store whose clock was right so far, and the number of visitors with a list each, unused for so many days.
  private func fixture(_ count: Int = 0, unusedFor days: Int = 500) throws -> (StoreFixture, [VisitorID]) {
    let fixture = try StoreFixture()
    let visitors = try (0..<count).map { _ in
      let visitor = VisitorID.random()
      _ = try fixture.store.apply(.add(try fixture.favorite("bart")), for: visitor)
      try fixture.folder.setModified(StoreFixture.file(visitor), at: fixture.now - days * Self.day)
      return visitor
    }
    try fixture.keepClock()
    return (fixture, visitors)
  }

  @Test("A list unused for 400 days expires without its backup, one unused for 399 stays")
  func unused() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
    try fixture.add("bart", "lisa")
    let other = VisitorID.random()
    _ = try fixture.store.apply(.add(try fixture.favorite("homer")), for: other)
    // The files were written by the machine's clock, which goes on.
    for (file, days) in [(fixture.file, 400), ("\(fixture.file).bak", 400), (StoreFixture.file(other), 399)] {
      try fixture.folder.setModified(file, at: fixture.now - days * Self.day)
    }
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.lists == [StoreFixture.file(other)])
    #expect(fixture.folder.names(in: "favorites/expired") == ["\(StoreFixture.digits).json"])
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    #expect(fixture.log.count == 1 && fixture.log[0].contains("1 of 2 lists were unused for 400 days"))
  }

  @Test("An expired list is the visitor's again within thirty days of running time, and is deleted then")
  func expired() throws {
    let (fixture, visitors) = try fixture(2)
    for _ in visitors {
      #expect(fixture.store.sweep(limit: 10) == 1)
      fixture.advance(by: Self.day)
    }
    #expect(fixture.lists.isEmpty)
    fixture.advance(by: 27 * Self.day)
    // The clock does not count.
    fixture.setClock(by: 300 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 0)
    #expect(try fixture.store.list(of: visitors[0]).ids == ["bart"])
    #expect(fixture.lists == [StoreFixture.file(visitors[0])])
    fixture.advance(by: 3 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.folder.names(in: "favorites/expired").isEmpty)
    #expect(try fixture.store.list(of: visitors[1]).isEmpty)
    #expect(fixture.store.sweep(limit: 10) == 0)
  }

  @Test("A clock that is ahead for an hour expires nothing, even after a star at that time")
  func clockAhead() throws {
    let (before, visitors) = try fixture(20, unusedFor: 2)
    try before.folder.remove("favorites/clock")
    let fixture = try StoreFixture(in: before.folder, now: before.now + 500 * Self.day)
    try fixture.add("lisa")
    try fixture.folder.setModified(fixture.file, at: fixture.now)
    for _ in 0..<3 {
      fixture.advance(by: 3_600)
      #expect(fixture.store.sweep(limit: 100) == 0)
    }
    let after = try StoreFixture(in: before.folder, now: before.now + 10_800)
    after.advance(by: 3_600)
    #expect(after.store.sweep(limit: 100) == 0)
    for visitor in visitors { #expect(try after.store.list(of: visitor).ids == ["bart"]) }
    #expect(fixture.log.isEmpty && after.log.isEmpty)
  }

  @Test("A clock that is behind expires nothing, and neither does one that is right again")
  func clockBehind() throws {
    let (fixture, visitors) = try fixture(5, unusedFor: 2)
    fixture.setClock(by: -2_000 * Self.day)
    #expect(fixture.store.sweep(limit: 100) == 0)
    fixture.setClock(by: 2_000 * Self.day)
    #expect(fixture.store.sweep(limit: 100) == 0)
    #expect(fixture.lists.count == visitors.count)
  }

  @Test("At most one list in fifty expires in a day of running time, across restarts too")
  func pace() throws {
    let (fixture, _) = try fixture(110)
    #expect(fixture.store.sweep(limit: 100) == 2)
    let next = try StoreFixture(in: fixture.folder, now: fixture.now)
    next.advance(by: Self.day - 1)
    #expect(next.store.sweep(limit: 100) == 0)
    next.advance(by: 1)
    #expect(next.store.sweep(limit: 100) == 2)
    #expect(next.lists.count == 106)
  }

  @Test("An old backup stays as long as its list")
  func oldBackup() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
    try fixture.add("bart", "lisa")
    try fixture.folder.setModified("\(fixture.file).bak", at: 0)
    #expect(fixture.store.sweep(limit: 10) == 0)
  }

  @Test("A file written before the clock was set is not old")
  func unsetClock() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
    try fixture.add("bart")
    try fixture.folder.setModified(fixture.file, at: 86_400)
    #expect(fixture.store.sweep(limit: 10) == 0)
    fixture.advance(by: 399 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 0)
    fixture.advance(by: 2 * Self.day)
    #expect(fixture.store.sweep(limit: 10) == 1)
  }

  @Test("A damaged file is deleted 430 days after it was set aside")
  func corrupt() throws {
    let (fixture, _) = try fixture()
    let old = "\(fixture.file).corrupt-\(fixture.now - 430 * Self.day)"
    let new = "\(fixture.file).corrupt-\(fixture.now - 429 * Self.day)"
    try fixture.folder.write(old, [1])
    try fixture.folder.write(new, [1])
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.lists == [new])
  }

  @Test("An unfinished file of a killed process is deleted, that of a running one after an hour")
  func unfinished() throws {
    let (fixture, _) = try fixture()
    let killed = Process()
    killed.executableURL = URL(filePath: "/bin/true")
    try killed.run()
    killed.waitUntilExit()
    for process in [killed.processIdentifier, getppid()] {
      try fixture.folder.write("\(fixture.file).new-\(process)", [1])
      try fixture.folder.setModified("\(fixture.file).new-\(process)", at: fixture.now)
    }
    #expect(fixture.store.sweep(limit: 10) == 1)
    #expect(fixture.lists == ["\(fixture.file).new-\(getppid())"])
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
    let (fixture, _) = try fixture()
    try fixture.folder.write(name, [1])
    try fixture.folder.setModified(name, at: 0)
    #expect(fixture.store.sweep(limit: 10) == 0)
    #expect(fixture.folder.files == ["favorites/clock", name].sorted())
  }

  @Test("Reading a list prevents its sweep, and touches the file at most once a day")
  func reading() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
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

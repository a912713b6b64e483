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

  @Test("A list unused for 400 days is moved aside, one unused for 399 stays")
  func unused() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
    try fixture.add("bart", "lisa")
    let other = VisitorID.random()
    _ = try fixture.store.apply(.add(try fixture.favorite("homer")), for: other)
    // The files were written by the machine's clock, which goes on.
    for (file, days) in [(fixture.file, 400), (StoreFixture.file(other), 399)] {
      try fixture.folder.setModified(file, at: fixture.now - days * Self.day)
    }
    fixture.store.sweep()
    #expect(fixture.lists == [StoreFixture.file(other)])
    #expect(fixture.folder.names(in: "favorites/expired") == ["\(StoreFixture.digits).json"])
    #expect(fixture.store.rememberedList(of: fixture.visitor) == nil)
    #expect(fixture.log.count == 1 && fixture.log[0].contains("1 lists were unused for 400 days"))
  }

  @Test("An expired list is the visitor's again within thirty days of running time, and is deleted then")
  func expired() throws {
    let (fixture, visitors) = try fixture(2)
    fixture.store.sweep()
    #expect(fixture.lists.isEmpty)
    fixture.advance(by: 29 * Self.day)
    // The clock does not count.
    fixture.setClock(by: 300 * Self.day)
    fixture.store.sweep()
    #expect(fixture.folder.names(in: "favorites/expired").count == 2)
    #expect(try fixture.store.list(of: visitors[0]).ids == ["bart"])
    #expect(fixture.lists == [StoreFixture.file(visitors[0])])
    fixture.advance(by: Self.day)
    fixture.store.sweep()
    #expect(fixture.folder.names(in: "favorites/expired").isEmpty)
    #expect(try fixture.store.list(of: visitors[1]).isEmpty)
    #expect(fixture.lists == [StoreFixture.file(visitors[0])])
  }

  @Test("An expired list that cannot be moved back is not taken for an empty one")
  func stuck() throws {
    let (fixture, visitors) = try fixture(1)
    fixture.store.sweep()
    fixture.system.fail("rename", with: EACCES)
    #expect(throws: FavoritesError.self) { try fixture.store.list(of: visitors[0]) }
    #expect(throws: FavoritesError.self) {
      try fixture.store.apply(.add(try fixture.favorite("lisa")), for: visitors[0])
    }
    fixture.system.fail("rename", with: 0)
    #expect(try fixture.store.list(of: visitors[0]).ids == ["bart"])
  }

  @Test("The time of waiting continues after a restart, and with the clock of an earlier version")
  func restarted() throws {
    let (fixture, visitors) = try fixture(1)
    fixture.store.sweep()
    fixture.advance(by: 20 * Self.day)
    fixture.store.sweep()
    let text = try #require(fixture.folder.text("favorites/clock").split(separator: " ").first)
    try fixture.folder.write("favorites/clock", "\(text) 1600000000 3\n")
    let next = try StoreFixture(in: fixture.folder, now: fixture.now)
    next.advance(by: 9 * Self.day)
    next.store.sweep()
    #expect(fixture.folder.names(in: "favorites/expired").count == 1)
    next.advance(by: Self.day)
    next.store.sweep()
    #expect(try next.store.list(of: visitors[0]).isEmpty)
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
      fixture.store.sweep()
      #expect(fixture.lists.count == 21)
    }
    let after = try StoreFixture(in: before.folder, now: before.now + 10_800)
    after.advance(by: 3_600)
    after.store.sweep()
    #expect(after.lists.count == 21)
    for visitor in visitors { #expect(try after.store.list(of: visitor).ids == ["bart"]) }
    #expect(fixture.log.isEmpty && after.log.isEmpty)
  }

  @Test("A clock that is behind expires nothing, and neither does one that is right again")
  func clockBehind() throws {
    let (fixture, visitors) = try fixture(5, unusedFor: 2)
    fixture.setClock(by: -2_000 * Self.day)
    fixture.store.sweep()
    fixture.setClock(by: 2_000 * Self.day)
    fixture.store.sweep()
    #expect(fixture.lists.count == visitors.count)
  }

  @Test("What earlier versions and killed processes have left goes")
  func leftOvers() throws {
    let (fixture, _) = try fixture()
    let endings = ["", ".bak", ".new", ".new-17"]
    for ending in endings { try fixture.folder.write(fixture.file + ending, [1]) }
    for ending in [".new", ".new-17"] {
      try fixture.folder.setModified(fixture.file + ending, at: fixture.now)
    }
    try fixture.folder.setModified(fixture.file, at: fixture.now)
    fixture.store.sweep()
    #expect(fixture.lists == ["", ".new", ".new-17"].map { fixture.file + $0 })
    fixture.advance(by: 3_600)
    fixture.store.sweep()
    #expect(fixture.lists == [fixture.file])
  }

  @Test("A file written before the clock was set is not old")
  func unsetClock() throws {
    let fixture = try StoreFixture()
    try fixture.keepClock()
    try fixture.add("bart")
    try fixture.folder.setModified(fixture.file, at: 86_400)
    fixture.store.sweep()
    #expect(fixture.lists.count == 1)
    fixture.advance(by: 399 * Self.day)
    fixture.store.sweep()
    #expect(fixture.lists.count == 1)
    fixture.advance(by: 2 * Self.day)
    fixture.store.sweep()
    #expect(fixture.lists.isEmpty)
  }

  @Test("A damaged file is deleted 430 days after it was set aside")
  func corrupt() throws {
    let (fixture, _) = try fixture()
    let (old, new) = ("\(fixture.file).corrupt-5", "\(fixture.file).corrupt-6")
    for (file, days) in [(old, 430), (new, 429)] {
      try fixture.folder.write(file, [1])
      try fixture.folder.setModified(file, at: fixture.now - days * Self.day)
    }
    fixture.store.sweep()
    #expect(fixture.lists == [new])
  }

  private static let otherNames = [
    "favorites/ab/notes.txt", "favorites/ab/AB0123456789abcdef0123456789abcd.json", "favorites/readme.json",
    "favorites/ab/\(StoreFixture.digits).json.old", "favorites/ab/\(StoreFixture.digits)",
  ]

  @Test(
    "Other files stay",
    arguments: otherNames)
  func otherFiles(name: String) throws {
    let (fixture, _) = try fixture()
    try fixture.folder.write(name, [1])
    try fixture.folder.setModified(name, at: 0)
    fixture.store.sweep()
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
    fixture.store.sweep()
    #expect(fixture.lists.count == 1)
  }
}

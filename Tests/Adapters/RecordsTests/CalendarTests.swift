import JSON
import Records
import System
import Testing

@Suite("Times and repeated events of calendars")
struct CalendarTests {
  /// 28 November 2026, noon in UTC.
  private static let now = 1_795_867_200

  private func calendar(_ lines: [String], at now: Int = now) throws -> (RecordReader, [JSONValue]) {
    // Days pass in the calendar's zone, not in the machine's.
    let zone = lines[0].hasPrefix("X-WR") ? [] : ["X-WR-TIMEZONE:Etc/UTC"]
    let text = (["BEGIN:VCALENDAR"] + zone + lines + ["END:VCALENDAR"]).joined(separator: "\r\n")
    var reader = try RecordReader(Numbers(text.utf8), now: now)
    var records: [JSONValue] = []
    while let record = try reader.next() { records.append(record) }
    return (reader, records)
  }

  private func event(_ lines: [String], at now: Int = now) throws -> JSONValue {
    try #require(try calendar(["BEGIN:VEVENT", "SUMMARY:A"] + lines + ["END:VEVENT"], at: now).1.first)
  }

  private static let outlook = [
    "BEGIN:VTIMEZONE", "TZID:Office Time", "BEGIN:STANDARD", "DTSTART:16010101T030000", "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD", "BEGIN:DAYLIGHT",
    "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE",
  ]

  @Test("A time keeps its zone, also one that the calendar defines; an unknown zone is named")
  func zones() throws {
    #expect(
      try event(["DTSTART;TZID=Europe/Berlin:20310704T193000"])["start"]?.string
        == "2031-07-04T19:30:00+02:00[Europe/Berlin]")
    #expect(
      try event(["DTSTART;TZID=\"Europe/Berlin:20310704T193000\""])["start"]?.string
        == "2031-07-04T19:30:00+02:00[Europe/Berlin]")
    #expect(try event(["DTSTART:20310704T193000Z"])["start"]?.string == "2031-07-04T19:30:00Z")
    #expect(try event(["DTSTART:20310704T193000"])["start"]?.string == "2031-07-04T19:30:00")
    let (reader, records) = try calendar(
      ["X-WR-TIMEZONE:Europe/Paris"] + Self.outlook + [
        "BEGIN:VEVENT", "SUMMARY:A", "DTSTART;TZID=Office Time:20310204T180000", "END:VEVENT",
        "BEGIN:VEVENT", "SUMMARY:B", "DTSTART;TZID=Mars/Phobos:20310204T180000", "END:VEVENT",
      ])
    #expect(
      records.map { $0["start"]?.string } == [
        "2031-02-04T18:00:00+01:00[Office Time]", "2031-02-04T18:00:00",
      ])
    #expect(reader.timeZone == "Europe/Paris")
    #expect(
      reader.warnings == [
        "the time zone \"Mars/Phobos\" is unknown; its times are shown as they are written"
      ])
  }

  /// Each would keep libical busy for minutes.
  private static let endless = [
    ["RRULE:FREQ=SECO", " NDLY"], ["RRULE:FREQ=YEARLY;BYMONTH=3", "\t;FREQ=DAILY"],
    ["RRULE:FREQ=YEARLY;BYHOUR=1,2"],
    Array(repeating: "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=SU,MO,TU,WE,TH,FR,SA", count: 300),
  ]

  @Test("A zone whose rules have no end is unknown", .timeLimit(.minutes(1)), arguments: endless)
  func endlessZone(rules: [String]) throws {
    let zone =
      ["BEGIN:VTIMEZONE", "TZID:Mine", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0200"]
      + ["TZOFFSETTO:+0100"] + rules + ["END:STANDARD", "END:VTIMEZONE"]
    let event = ["BEGIN:VEVENT", "SUMMARY:A", "DTSTART;TZID=Mine:20310204T180000", "END:VEVENT"]
    #expect(try calendar(zone + event).1.first?["start"]?.string == "2031-02-04T18:00:00")
  }

  @Test(
    "Names of zones have one spelling", arguments: ["Europe//Berlin", "./Europe/Berlin", "right/UTC", "UTC/"])
  func oddZone(name: String) {
    #expect(Zone.named(name) == nil)
    #expect(Zone.named("Europe/Berlin")?.offset(at: 1_795_867_200) == 3_600)
    // By today's rule, beyond the years in the database.
    #expect(Zone.named("Europe/Berlin")?.offset(at: 2_540_376_000) == 7_200)
    #expect(Zone.named("Asia/Tokyo")?.offset(at: 2_540_376_000) == 32_400)
  }

  @Test("A rule that never comes shows the first date", .timeLimit(.minutes(1)))
  func endlessRule() throws {
    for rule in ["FREQ=DAILY;BYDAY=5MO;BYMONTHDAY=1", "FREQ=MONTHLY;BYDAY=5MO;BYMONTHDAY=1"] {
      let event = try event(["DTSTART;VALUE=DATE:00010101", "RRULE:\(rule)"])
      #expect(event["start"]?.string == "0001-01-01")
    }
  }

  @Test("The end of whole days is their last one, and a duration gives an end")
  func ends() throws {
    let days = try event(["DTSTART;VALUE=DATE:20310705", "DTEND;VALUE=DATE:20310707"])
    #expect(days["end"]?.string == "2031-07-06")
    let day = try event(["DTSTART;VALUE=DATE:20310705", "DTEND;VALUE=DATE:20310706"])
    #expect(day["end"] == nil)
    let hours = try event(["DTSTART:20310705T100000Z", "DURATION:PT1H30M"])
    #expect(hours["end"]?.string == "2031-07-05T11:30:00Z")
  }

  static let rules: [([String], String)] = [
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY"], "2026-11-30"),
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY;INTERVAL=2"], "2026-12-07"),
    (["DTSTART;VALUE=DATE:20200704", "RRULE:FREQ=YEARLY"], "2027-07-04"),
    (["DTSTART;VALUE=DATE:20260130", "RRULE:FREQ=MONTHLY;BYDAY=-1FR"], "2026-12-25"),
    (["DTSTART;VALUE=DATE:20260115", "RRULE:FREQ=MONTHLY;BYMONTHDAY=15"], "2026-12-15"),
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY", "EXDATE;VALUE=DATE:20261130"], "2026-12-07"),
    // The last one of a rule that has ended.
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY;COUNT=3"], "2026-01-19"),
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=WEEKLY;UNTIL=20260120"], "2026-01-19"),
    // The last date is meant in UTC, and is still one.
    (
      ["DTSTART;TZID=America/New_York:20261127T200000", "RRULE:FREQ=DAILY;UNTIL=20261129T010000Z"],
      "2026-11-28T20:00:00-05:00[America/New_York]"
    ),
    // Other parts, and more often than daily.
    (["DTSTART;VALUE=DATE:20260105", "RRULE:FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"], "2026-01-05"),
    (["DTSTART:20260105T100000", "RRULE:FREQ=SECONDLY"], "2026-01-05T10:00:00"),
    (["DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY"], "2026-11-28"),
    // More dates than are looked at.
    (["DTSTART;VALUE=DATE:19000101", "RRULE:FREQ=DAILY;COUNT=50000"], "1900-01-01"),
  ]

  @Test("A repeated event has its next date", arguments: rules)
  func next(_ lines: [String], _ start: String) throws {
    #expect(try event(lines)["start"]?.string == start)
  }

  @Test("The next date of an event in the summer has the summer's offset, and passes at its midnight")
  func passing() throws {
    let lines = [
      "BEGIN:VEVENT", "SUMMARY:A", "DTSTART;TZID=Europe/Berlin:20260105T193000",
      "DTEND;TZID=Europe/Berlin:20260105T210000", "RRULE:FREQ=WEEKLY", "END:VEVENT",
    ]
    let (reader, records) = try calendar(lines, at: Self.now + 200 * 86_400)
    #expect(records[0]["start"]?.string == "2027-06-21T19:30:00+02:00[Europe/Berlin]")
    #expect(records[0]["end"]?.string == "2027-06-21T21:00:00+02:00[Europe/Berlin]")
    // 22 June, 00:00 there.
    #expect(reader.passesAt == 1_813_615_200)
    let (_, later) = try calendar(lines, at: 1_813_615_200)
    #expect(later[0]["start"]?.string == "2027-06-28T19:30:00+02:00[Europe/Berlin]")
  }

  @Test("A date that was moved or cancelled is no event of its own")
  func replaced() throws {
    let series = [
      "BEGIN:VEVENT", "UID:1", "SUMMARY:A", "DTSTART:20261123T100000Z", "RRULE:FREQ=WEEKLY", "END:VEVENT",
    ]
    func replacing(_ lines: [String]) -> [String] {
      ["BEGIN:VEVENT", "UID:1", "SUMMARY:A", "RECURRENCE-ID:20261130T100000Z"] + lines + ["END:VEVENT"]
    }
    let (_, moved) = try calendar(series + replacing(["DTSTART:20261202T110000Z"]))
    #expect(moved.map { $0["start"]?.string } == ["2026-12-02T11:00:00Z"])
    let (_, cancelled) = try calendar(
      series + replacing(["DTSTART:20261130T100000Z", "STATUS:CANCELLED"]))
    #expect(cancelled.map { $0["start"]?.string } == ["2026-12-07T10:00:00Z"])
    let (_, alone) = try calendar(replacing(["DTSTART:20261202T110000Z"]))
    #expect(alone.count == 1)
  }

  @Test("Records without a calendar around them are one too")
  func bare() throws {
    let list = try List("BEGIN:VEVENT\n  \nSUMMARY:A\nDESCRIPTION:one\n \n  two\nEND:VEVENT\n")
    #expect(list.form == .icalendar)
    #expect(list["description"] == ["one two"])
  }

  @Test("Apple's mark for no year is none, and photographs in the list are counted")
  func cards() throws {
    let photo = String(repeating: "A", count: 100_000)
    let text =
      "BEGIN:VCARD\nVERSION:3.0\nFN:A\nBDAY;X-APPLE-OMIT-YEAR=1604:1604-06-12\nPHOTO;ENCODING=b:\(photo)\nEND:VCARD\n"
      + "BEGIN:VCARD\nVERSION:4.0\nFN:B\nPHOTO:data:image/png;base64,AAAA\nEND:VCARD\n"
      + "BEGIN:VCARD\nVERSION:4.0\nFN:C\nPHOTO:https://example.org/c.jpg\nEND:VCARD\n"
    var reader = try RecordReader(Numbers(text.utf8))
    #expect(try reader.next()?["birthday"]?.string == "--06-12")
    while try reader.read() {}
    #expect(reader.warnings == ["embedded photos, which are not shown: 2"])
  }
}

import Testing

@testable import Catalogs

@Suite("Forms of facts")
struct FactFormTests {
  private func form(of texts: [String], label: String = "Value") -> FactForm {
    var survey = FormSurvey(label: label)
    for text in texts { survey.take([text]) }
    return survey.form
  }

  private static func day(_ text: String) -> FactValue.Meaning { Day(text).map { .day($0) } ?? .text }

  private static func amount(
    _ number: Double, _ decimals: Int, before: String = "", after: String = ""
  ) -> FactValue.Meaning {
    .amount(FactValue.Amount(number: number, decimals: decimals, before: before, after: after))
  }

  private static let cases: [(texts: [String], meaning: FactValue.Meaning)] = [
    (["1947", "2001"], .year(1947)), (["1947", "12"], .number(1947)), (["1947", "x"], .text),
    (["1947", "2001-05"], .year(1947)), (["0x12", "3"], .text), (["nan", "3"], .text),
    (["1e3", "3"], .number(1000)), (["12,34", "3"], .number(12.34)), (["1,234", "3"], .number(1234)),
    (["2023-02-29", "2023-02-28"], .text), (["", "3"], .text),
  ]

  @Test("The form of a fact is that of nine in ten values", arguments: cases)
  func form(texts: [String], meaning: FactValue.Meaning) {
    #expect(form(of: texts).value(of: texts[0]).meaning == meaning)
  }

  private static let dates: [(texts: [String], meaning: FactValue.Meaning)] = [
    (["Fri, 31 May 2024 10:00:00 GMT", "2024-01-01"], day("2024-05-31")),
    (["03.04.2019", "17.04.2019"], day("2019-04-03")), (["3/4/19", "3/17/19"], day("2019-03-04")),
    (["3/4/2019", "17/4/2019"], day("2019-04-03")), (["2019/4/3"], day("2019-04-03")),
    (["1.2.2003"], day("2003-02-01")), (["20190403", "20190404"], day("2019-04-03")),
    (["January 22, 2025"], day("2025-01-22")), (["Jan 22nd, 2025"], day("2025-01-22")),
    (["22. Januar 2025"], day("2025-01-22")), (["22 févr. 2025"], day("2025-02-22")),
    (["1er mai 2025"], day("2025-05-01")), (["22 de enero de 2025"], day("2025-01-22")),
    (["22 يناير 2025"], day("2025-01-22")), (["22-Jan-98"], day("1998-01-22")),
    (["March 2021", "2020-11"], .month(year: 2021, month: 3)), (["03/2021"], .month(year: 2021, month: 3)),
    (["3/4/2019 9:15 PM", "4/17/2019 8:00 AM"], day("2019-03-04")),
    (["13.13.2019", "12.12.2019"], .text), (["jui 5, 2020"], .text),
  ]

  @Test("Dates are read in the order of the values that allow only one", arguments: dates)
  func date(texts: [String], meaning: FactValue.Meaning) {
    #expect(form(of: texts).value(of: texts[0]).meaning == meaning)
  }

  @Test("Dates that are known in part sort as dates, and years of no date stay out")
  func partial() throws {
    let texts = [
      "--0612", "12 BC", "before 1700", "1700", "March 1760", "Spring 1761", "Summer 1761", "1848-05",
      "c. 1885",
      "1914–18", "1920s", "5 May 1921",
    ]
    let form = form(of: texts)
    let keys = try texts.map { try #require(form.value(of: $0).key, "\($0)") }
    #expect(keys[0] < keys[2] && keys[1] < keys[0])
    #expect(Array(keys.dropFirst()) == keys.dropFirst().sorted())
    #expect(form.value(of: "--0612").meaning == .annual(month: 6, day: 12))
    #expect(form.value(of: "--06-12").meaning == .annual(month: 6, day: 12))
    for text in ["--1312", "12 AC/DC", "Summer of love", "BC 12 Anna 4"] {
      #expect(form.value(of: text).key == nil, "\(text)")
    }
  }

  @Test(
    "Times with an offset are shown in the list's zone, those of a zone in their own; both sorted as moments")
  func zones() throws {
    var survey = FormSurvey(label: "Created at")
    survey.take(["2031-07-04T18:00:00Z", "Fri, 4 Jul 2031 20:00:00 +0200", "2031-07-04T18:30:00+01:00"])
    let zone = try #require(FormZone("Europe/Berlin", machine: "Etc/UTC"))
    let form = survey.form(stated: nil, in: zone)
    #expect(FactForm(name: form.name) == form)
    let day = try #require(Day("2031-07-04"))
    func shown(_ text: String) -> (second: Int, zone: String?)? {
      guard case .moment(day, let second, let clock?) = form.value(of: text).meaning else { return nil }
      return (second, clock.zone)
    }
    for text in ["2031-07-04T18:00:00Z", "Fri, 4 Jul 2031 20:00:00 +0200", "2031-07-04 14:00 EDT"] {
      #expect(shown(text)?.second == 72_000 && shown(text)?.zone == "Europe/Berlin", "\(text)")
    }
    let own = "2031-07-04T19:30:00+01:00[Europe/London]"
    #expect(shown(own)?.second == 70_200 && shown(own)?.zone == "Europe/London")
    let order = ["2031-07-04T18:00:00Z", own, "2031-07-04T19:00:00Z"].map { form.value(of: $0).key ?? 0 }
    #expect(order == order.sorted())
    let machine = survey.form(stated: nil, in: FormZone("Europe/Berlin", machine: "Europe/Berlin"))
    #expect(machine.value(of: "2031-07-04T18:00:00Z").meaning == .moment(day, 72_000, nil))
  }

  @Test("Midnights of a stated zone are its days, and those of UTC stay")
  func midnights() throws {
    var survey = FormSurvey(label: "Published")
    let texts = ["1998-12-31T23:00:00+00:00", "2004-06-30T22:00:00Z", "2015-03-07T23:00:00Z"]
    survey.take(texts)
    func read(_ zone: FormZone?) -> [FactValue.Meaning] {
      texts.map { survey.form(stated: nil, in: zone).value(of: $0).meaning }
    }
    let days = try ["1999-01-01", "2004-07-01", "2015-03-08"].map {
      FactValue.Meaning.day(try #require(Day($0)))
    }
    #expect(read(FormZone("Europe/Paris", machine: "Etc/UTC")) == days)
    #expect(read(FormZone(nil, machine: "Europe/Paris")) != days)
    var plain = FormSurvey(label: "Published")
    plain.take(["2015-03-07T00:00:00Z", "2015-03-08T00:00:00Z"])
    let form = plain.form(stated: nil, in: FormZone("America/Lima", machine: "Etc/UTC"))
    let midnight = try #require(Day("2015-03-07"))
    #expect(form.value(of: "2015-03-07T00:00:00Z").meaning == .day(midnight))
  }

  @Test("Dates of programs and of libraries sort among the others")
  func writtenOtherwise() throws {
    let day = try #require(Day("2003-05-15"))
    let compact = form(of: ["20030515T000000", "19920101T133000Z", "20110607T000000"])
    #expect(compact.value(of: "20030515T000000").meaning == .day(day))
    let zoned = form(of: ["20310515T104500+05:00", "20310515T104500+0500", "2031-05-15T10:45:00+05:00"])
    let keys = ["20310515T104500+05:00", "20310515T104500+0500", "2031-05-15T10:45:00+05:00"].map {
      zoned.value(of: $0).key
    }
    #expect(Set(keys).count == 1)
    let texts = ["../1880", "192X", "1936", "1936?", "1936~", "1936%", "1937-XX", "1937-05~", "1938-02-11"]
    let sorted = texts.map { form(of: texts).value(of: $0).key ?? -1 }
    #expect(sorted == sorted.sorted() && sorted[0] > 0)
    for text in ["192Y", "X936", "../", "1937-XX-99"] {
      #expect(FactForm.year.value(of: text).key == nil, "\(text)")
    }
    let unknown = form(of: ["0001-01-01", "0000-00-00", "0101-01-01T00:00:00", "1998-12-31", "2004-06-30"])
    let last = try #require(Day("1998-12-31"))
    #expect(unknown.value(of: "1998-12-31").meaning == .day(last))
  }

  @Test("Times of events are shown, even if all are the same")
  func events() throws {
    let texts = ["2031-03-04 19:30", "2031-03-11 19:30", "2031-03-18 19:30"]
    let day = try #require(Day(String(texts[0].prefix(10))))
    #expect(form(of: texts, label: "Start").value(of: texts[0]).meaning == .moment(day, 70_200, nil))
    #expect(form(of: texts, label: "Published").value(of: texts[0]).meaning == .day(day))
  }

  @Test(
    "A rule with other parts, or with numbers that none has, is not read",
    arguments: [
      "BYSETPOS=1", "INTERVAL=,", "INTERVAL=0", "COUNT=,", "COUNT=-1", "BYMONTHDAY=-9223372036854775808",
      "BYMONTHDAY=0", "BYDAY=6MO", "BYDAY=0MO", "BYDAY=9223372036854775808MO",
    ])
  func rules(part: String) {
    let form = form(of: ["FREQ=WEEKLY;BYDAY=TU"])
    #expect(form.value(of: "FREQ=WEEKLY;\(part)").meaning == .repeated(nil))
  }

  @Test("A number of seconds outside of the years 1 to 9999 is a text", arguments: [false, true])
  func longAgo(isMilliseconds: Bool) throws {
    let form = FactForm.epoch(isMilliseconds: isMilliseconds, hasTime: true, in: FormZone("Asia/Tokyo"))
    for text in ["999999999999999", "9223372036854775807", "99999999999999999999"] {
      let meaning = form.value(of: text).meaning
      if !isMilliseconds || text.utf8.count > 15 { #expect(meaning == .text, "\(text)") }
    }
  }

  @Test("Times are shown where several values are of one day")
  func times() throws {
    let day = try #require(Day("2020-02-01"))
    let form = form(of: ["2020-02-01 10:00", "2020-02-01 11:30:05", "2020-02-01T12:00"])
    #expect(form.value(of: "2020-02-01 11:30:05").meaning == .moment(day, 41_405, nil))
    #expect(
      self.form(of: ["2020-02-01 10:00", "2020-02-02 11:30"]).value(of: "2020-02-01 10:00").meaning
        == .day(day))
    let epoch = self.form(of: ["1580551200", "1580637600"], label: "Created at")
    #expect(epoch.value(of: "1580551200").meaning == .day(day))
    let milliseconds = self.form(of: ["1580551200000", "1580637600000"], label: "timestamp")
    #expect(milliseconds.value(of: "1580551200000").meaning == .day(day))
  }

  private static let amounts: [(texts: [String], meaning: FactValue.Meaning)] = [
    (["1.234,50 €", "3,00 €"], amount(1234.5, 2, after: " €")),
    (["$5.00", "$1,200.00"], amount(5, 2, before: "$")), (["5 kg", "12.5 kg"], amount(5, 0, after: " kg")),
    (["CHF 12.50", "CHF 3.20"], amount(12.5, 2, before: "CHF ")), (["12 %"], amount(12, 0, after: " %")),
    (["-4,5", "1.000,25"], .number(-4.5)), (["5.50", "3"], amount(5.5, 2)),
    (["1 234 567", "12"], .number(1_234_567)),
    (["1.234.567", "1.000"], .number(1_234_567)), (["1.234.567", "3,50"], .number(1_234_567)),
    (["1.000", "1.234.567"], .number(1000)), (["1,234,567", "3.50"], .number(1_234_567)),
    (["5 kg", "3 m", "4 l"], .text),
    (["1.204 m", "88 m", "310 m"], amount(1204, 0, after: " m")), (["1.204", "2.5"], .number(1.204)),
    (["1.204", "1.310"], .number(1.204)), (["4/10", "7/10"], .written(key: 0.4)),
    (["1h 10m", "2h 5m"], .written(key: 4_200)),
    (["4:33", "1:02:03"], .written(key: 273)), (["PT1H10M"], .written(key: 4_200)),
    (["1914–1918", "1950"], .written(key: FactValue.key(1914))),
    (["ca. 1850", "1860s", "1871"], .written(key: FactValue.key(1850))),
  ]

  @Test("Amounts keep their unit, and spans their text", arguments: amounts)
  func amount(texts: [String], meaning: FactValue.Meaning) {
    #expect(form(of: texts).value(of: texts[0]).meaning == meaning)
  }

  private static let codes: [(label: String, texts: [String])] = [
    ("Nr", ["00412", "007", "12"]), ("Ort", ["01067", "80331"]), ("Postal", ["80331", "10115", "50667"]),
    ("Telephone", ["301234567", "30123456"]), ("Contact", ["+49 351 220011", "0351 220012"]),
    ("Book", ["9783161484100", "9780306406157", "9781234567897"]), ("Mark", ["A-12-3", "B-7-1"]),
    ("Part", ["S01E03", "S01E04"]), ("Size", ["30x40", "20x30"]), ("Grade", ["1st", "2nd", "3rd", "4th"]),
  ]

  @Test("Codes stay as they are written", arguments: codes)
  func code(label: String, texts: [String]) {
    #expect(form(of: texts, label: label) == .text)
  }

  @Test("Yes and no are read in several languages, and numbers that are only 0 or 1 if both occur")
  func truths() {
    #expect(form(of: ["ja", "nein"]).value(of: "ja").meaning == .truth(true))
    #expect(form(of: ["TRUE", "FALSE"]).value(of: "FALSE").meaning == .truth(false))
    #expect(form(of: ["x"]).value(of: "x") == FactValue("yes", .truth(true)))
    #expect(form(of: ["0", "1"]).value(of: "0").meaning == .truth(false))
    #expect(form(of: ["1"]).value(of: "1").meaning == .number(1))
    #expect(form(of: ["no", "maybe"]) == .text)
  }

  @Test(
    "A birth of a year in two digits is not after the year of the list, and another date in the usual hundred years",
    arguments: [
      ("Born", 2026, 1968), ("Geburtsdatum", 2067, 1968), ("birth_date", 2068, 2068), ("Due", 2026, 2068),
    ])
  func centuries(label: String, thisYear: Int, year: Int) {
    var survey = FormSurvey(label: label, thisYear: thisYear)
    survey.take(["03.05.68"])
    survey.take(["14.12.98"])
    #expect(survey.form.value(of: "03.05.68").meaning == Self.day("\(year)-05-03"))
    #expect(survey.form.value(of: "14.12.98").meaning == Self.day("1998-12-14"))
  }

  @Test("Texts for unknown values do not hide the form of the others")
  func unknown() {
    var survey = FormSurvey(label: "Score")
    for text in ["NA", "N/A", "12.5", "7.25", "NA"] { survey.take([text]) }
    #expect(survey.form == .number(decimalComma: false))
    var codes = FormSurvey(label: "Code")
    codes.take(["NA"])
    #expect(codes.form == .text)
  }

  @Test("Every form is read from its name")
  func names() {
    let forms: [FactForm] = [
      .text, .truth, .number(decimalComma: true), .measure, .year,
      .date(.monthFirst, hasTime: true), .date(.dayFirst, hasTime: false, upTo: 2026),
      .epoch(isMilliseconds: true, hasTime: false),
    ]
    #expect(forms.map { FactForm(name: $0.name) } == forms)
  }
}

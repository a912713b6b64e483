import Operations
import Testing

@Suite("Lines of the event log")
struct EventLogTests {
  private let time = 1_795_203_910

  @Test("A line has time, level and program; for the journal only a syslog level")
  func forms() {
    let text = EventLog(form: .text).line(.warning, "The feed is \"down\"", at: time)
    #expect(
      text.wholeMatch(of: /20\d\d-\d\d-\d\dT\d\d:\d\d:10[+-]\d\d:\d\d warning dramatis: The feed is "down"/)
        != nil)
    let journal = EventLog(form: .journal)
    #expect(journal.line(.info, "a", at: time) == "<6>a")
    #expect(journal.line(.warning, "a", at: time) == "<4>a")
    #expect(journal.line(.error, "a", at: time) == "<3>a")
    #expect(journal.prefix == "<6>")
  }

  @Test(
    "Control characters do not break a line",
    arguments: ["\n", "\r", "\u{0}", "\u{1b}", "\u{85}", "\u{2028}", "\u{202e}", "\u{7f}", "\u{9b}"])
  func oneLine(bad: String) {
    for form in [EventLog.Form.text, .journal] {
      let line = EventLog(form: form).line(.info, "a\(bad)b", at: time)
      #expect(!line.unicodeScalars.contains { $0 == bad.unicodeScalars.first })
      #expect(line.contains("a") && line.contains("b"))
    }
  }
}

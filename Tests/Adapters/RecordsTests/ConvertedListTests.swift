import Foundation
import JSON
import Synchronization
import System
import TestSupport
import Testing

@testable import Records

@Suite("The process that makes rows of a list", WithReader(), .serialized)
struct ConvertedListTests {
  private let bytes: [UInt8]

  init() throws {
    bytes = try SQLiteFile.bytes("CREATE TABLE t (title TEXT); INSERT INTO t VALUES ('Ada'), ('Bo')")
  }

  private static let endless =
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n"

  private func refusal(_ bytes: [UInt8], query: String? = nil) -> String? {
    thrown(RecordsError.self) { try List(bytes, query: query) }?.description
  }

  /// The reason why a list with an endless query is not read, while `body` has the number of its process.
  private func refusal(
    isWanted: @escaping @Sendable () -> Bool = { true }, _ body: @escaping @Sendable (pid_t) throws -> Void
  ) throws -> String? {
    let failure = Mutex<(any Error)?>(nil)
    let thread = Thread {
      do {
        try body(try #require(Self.process()))
      } catch {
        failure.withLock { $0 = error }
      }
    }
    thread.start()
    let display = ProgressDisplay.silent.whileWanted(isWanted)
    let said = ProgressDisplay.$current.withValue(display) { refusal(bytes, query: Self.endless) }
    if let error = failure.withLock({ $0 }) { throw error }
    return said
  }

  /// The process, once it is sandboxed.
  private static func process() -> pid_t? {
    let start = MonotonicClock.awake.seconds
    while MonotonicClock.awake.seconds < start + 30 {
      let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      for task in tasks {
        let list = (try? String(contentsOfFile: "/proc/self/task/\(task)/children", encoding: .utf8)) ?? ""
        for number in list.split(separator: " ").compactMap({ pid_t($0) }) {
          let status = (try? String(contentsOfFile: "/proc/\(number)/status", encoding: .utf8)) ?? ""
          if status.contains("\nSeccomp:\t2\n") { return number }
        }
      }
      usleep(2_000)
    }
    return nil
  }

  @Test("Files, time, memory and output of the process are limited")
  func limits() throws {
    let found = Mutex((status: "", files: [String](), limits: [[Substring]]()))
    let said = try refusal { process in
      let folder = "/proc/\(process)"
      let status = try String(contentsOfFile: "\(folder)/status", encoding: .utf8)
      let files = try FileManager.default.contentsOfDirectory(atPath: "\(folder)/fd").sorted()
      let limits = try String(contentsOfFile: "\(folder)/limits", encoding: .utf8).split(separator: "\n")
      found.withLock { $0 = (status, files, limits.map { $0.split(separator: " ") }) }
      kill(process, SIGKILL)
    }
    #expect(
      said == "it cannot be read: its process was killed, mostly because the machine has no memory left")
    let (status, files, limits) = found.withLock { $0 }
    #expect(status.contains("\nNoNewPrivs:\t1\n"))
    #expect(files == ["0", "1", "2"])
    func limit(_ words: String) -> Substring? {
      let words = words.split(separator: " ")
      return limits.first { $0.starts(with: words) }?.dropFirst(words.count).first
    }
    #expect(limit("Max cpu time") == "\(RecordLimits.readerSeconds(bytes.count))")
    #expect(limit("Max open files") == "3")
    #expect(limit("Max file size") == "\(RecordLimits.expanded(bytes.count))")
    // Sanitizers reserve terabytes.
    let isSanitized = dlsym(nil, "__asan_init") != nil || dlsym(nil, "__tsan_init") != nil
    let memory = RecordLimits.readerMemory(bytes.count)
    #expect(limit("Max address space") == (isSanitized ? "unlimited" : "\(memory)"))
  }

  @Test("A stopped process ends when its list is no longer wanted")
  func stopped() throws {
    let number = Mutex<pid_t>(0)
    let said = try refusal(isWanted: { number.withLock { $0 == 0 } }) { process in
      kill(process, SIGSTOP)
      number.withLock { $0 = process }
    }
    #expect(said == "reading was cancelled")
    #expect(kill(number.withLock { $0 }, 0) == -1)
  }

  private static let slow =
    "it takes more than \(RecordLimits.readerSeconds(0)) s of processor time; split the list, or save it as CSV"

  @Test(
    "An exit status becomes one sentence",
    arguments: [
      (SIGXCPU, slow),
      (SIGXFSZ, "it expands to more than 64 MB and 200 times its size; save it as CSV or JSON"),
      (
        SIGSEGV,
        "it is damaged, or needs more memory than a list of its size (its process ended with signal 11)"
      ),
      (SIGBUS, "it cannot be read: the disk failed, or the file was shortened"),
      (
        2 << 8,
        "it is damaged, or needs more memory than a list of its size (its process ended with status 2)"
      ),
      (3 << 8, "no disk space is left for its rows"),
      (
        10 << 8,
        "it is XML, which only a sandboxed process reads, and this system cannot sandbox one (seccomp); save it as CSV or JSON"
      ),
    ])
  func ends(status: Int32, words: String) {
    #expect(ConvertedList.fault(status, .xml, 0) == RecordsError(words))
  }

  @Test("Rows beyond the limits of output and memory are refused")
  func bombs() throws {
    let long =
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 40) SELECT hex(zeroblob(1000000)) FROM n"
    #expect(
      refusal(bytes, query: long)
        == "it expands to more than 64 MB and 200 times its size; save it as CSV or JSON")
    let cell =
      "<table:table-cell table:number-columns-repeated='2000'><text:p>abcd</text:p></table:table-cell>"
    let row = "<table:table-row table:number-rows-repeated='200000'>\(cell)</table:table-row>"
    let said = refusal(SheetFiles.document("<table:table>\(row)</table:table>"))
    #expect(
      said?.hasPrefix("it is damaged, or needs more memory than a list of its size (") == true,
      "\(said ?? "")")
  }

  @Test("A gzip file that inflates to more than 200 times its size is refused")
  func inflated() throws {
    let text = Array("a,b\n".utf8) + [UInt8](repeating: 0x20, count: 65 << 20)
    #expect(
      refusal(try #require(Gzip.compress(text, effort: .quick)))
        == "the gzip data holds more than 64 MB and 200 times its size; save it unpacked")
  }

  private static let damaged =
    "it is damaged, or needs more memory than a list of its size (its process ended with status 0)"

  @Test(
    "Half an answer, a wrong one, a fault and too much time are no list; the last two are not asked for twice",
    arguments: [
      (#"printf '{"name": "A'; printf '{"form": "xml", "si' >&0"#, damaged, 2),
      (#"printf '{"name": "A"}'; printf '{"form": "xml", "size": 10000}' >&0"#, damaged, 2),
      (#"printf '{"form": "xml", "size": -1}' >&0"#, damaged, 2), ("exit 0", damaged, 2),
      (#"printf '{"form": "xml", "size": 0, "fault": "it is locked"}' >&0"#, "it is locked", 1),
      ("ulimit -c 0; kill -XCPU $$", slow, 1),
    ])
  func takenOver(script: String, words: String, calls: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write("reader", "#!/bin/sh\ncat >/dev/null\necho >> \(folder.path)/calls\n\(script)\n")
    chmod("\(folder.path)/reader", 0o700)
    ConvertedList.$program.withValue("\(folder.path)/reader") {
      for _ in 0..<2 { #expect(refusal(Array("<a><b>\(words)</b><b>2</b></a>".utf8)) == words) }
    }
    #expect(folder.text("calls") == String(repeating: "\n", count: calls))
  }

  @Test("Without a sandbox only tables and JSON are read")
  func unavailable() throws {
    ConvertedList.$program.withValue("/nowhere") {
      for list in ["<a><b>1</b><b>2</b></a>", "BEGIN:VCARD\nFN:Ada\nEND:VCARD\n"] {
        #expect(refusal(Array(list.utf8))?.contains("this system cannot sandbox one (seccomp)") == true)
      }
      #expect(refusal(SheetFiles.xlsx([[.text("a")]]))?.hasPrefix("it is a spreadsheet, which only") == true)
      for list in ["a,b\n1,2\n", #"[{"a": [1, {"b": 2}]}]"#, "{\"a\": 1}\n{\"a\": 2}\n"] {
        #expect(throws: Never.self) { try List(list) }
      }
    }
  }

  private static let calendar = [
    "BEGIN:VCALENDAR", "BEGIN:VEVENT", "UID:1", "SUMMARY:A\\, \"b\"",
    "DTSTART;TZID=Europe/Berlin:20310204T180000",
    "RRULE:FREQ=WEEKLY", "END:VEVENT", "BEGIN:VEVENT", "UID:2", "SUMMARY:B",
    "DTSTART;TZID=/a.example/America/New_York:20310204T180000", "END:VEVENT", "BEGIN:VEVENT", "UID:3",
    "SUMMARY:C",
    "DTSTART;TZID=Mars/Phobos:20310204T180000", "END:VEVENT", "BEGIN:VEVENT", "UID:4", "SUMMARY:D",
    "DTSTART;tzid=Asia/Kathmandu:20310204T180000", "END:VEVENT", "BEGIN:VEVENT", "UID:5", "SUMMARY:E",
    "DTSTART;TZID=Pacific/Cha\r\n tham:20310204T180000", "END:VEVENT", "END:VCALENDAR",
  ].joined(separator: "\r\n")

  private static var lists: [[UInt8]] {
    get throws {
      let rows: [[SheetValue]] = [[.text("name"), .text("n")], [.text("A, \"b\""), .number("1.50")]]
      let latin = "<?xml version='1.0' encoding='ISO-8859-1'?><a><r>"
      let cyrillic = "<?xml version='1.0' encoding='windows-1251'?><a><r>"
      let texts = [
        calendar, "BEGIN:VCARD\nFN:Ada\nBDAY:16041224\nEND:VCARD\n",
        "<rss><channel><item><title>a & b</title></item><item><title>c&nbsp;<b>d</b></title></item></channel></rss>",
        "<a><r n='1'>\u{1}</r><r><s/><s>2</s></r></a>",
      ]
      let end = Array("</r><r/></a>".utf8)
      let archives: [[UInt8]] = [
        SheetFiles.xlsx(rows), SheetFiles.ods(rows),
        Archive.bytes([("doc.kml", "<kml><Placemark><name>A</name></Placemark><Placemark/></kml>")]),
        try SQLiteFile.bytes(
          "CREATE TABLE t (title, a, b); INSERT INTO t VALUES ('A', 1e22, x'00'), ('B', 9007199254740993, 0.1)"
        ),
      ]
      let old: [[UInt8]] = [Array(latin.utf8) + [0xE9] + end, Array(cyrillic.utf8) + [0xCF] + end]
      return archives + old + texts.map { Array($0.utf8) }
    }
  }

  @Test("The rows of each form are the same in the process as without one, and so are hashes and warnings")
  func same() throws {
    for bytes in try Self.lists {
      func read() throws -> ([JSONValue], [UInt64], [String], [String]) {
        var reader = try RecordReader(Numbers(bytes))
        var hashes: [UInt64] = []
        var records: [JSONValue] = []
        while try reader.read() {
          hashes.append(reader.record.fingerprint)
          records.append(reader.record.tree ?? reader.record.object(reader.columns))
        }
        return (records, hashes, reader.columns + reader.entries, reader.warnings)
      }
      let (one, other) = (try read(), try ConvertedList.$program.withValue(nil) { try read() })
      #expect(!one.0.isEmpty)
      #expect(one == other)
    }
  }

  @Test("An event keeps its hash, whatever its next date is")
  func hashes() throws {
    func hash(at now: Int) throws -> UInt64 {
      var reader = try RecordReader(Numbers(Self.calendar.utf8), now: now)
      _ = try reader.read()
      return reader.record.fingerprint
    }
    #expect(try hash(at: 1_795_867_200) == hash(at: 2_795_867_200))
  }
}

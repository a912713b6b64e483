import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Forged log lines")
  struct ForgedLinesTests {
    /// A log line, with control characters that move a terminal's cursor, hide or reverse text.
    private static let forged =
      "\n2026-01-01T00:00:00+00:00 error dramatis: forged\r\u{1B}[2Jx\u{9B}31m\u{85}\u{2028}\u{202E}\u{61C}y"
    /// The same without line breaks, for a header.
    private static let header = forged.filter { !$0.isNewline }

    private static func answer(_ headers: [String], _ body: String) -> StubAnswer {
      .status(200, headers: headers, body: Array(body.utf8))
    }

    private static let list = #"[{"name": "Apu"}]"#

    private static let answers: [(name: String, answer: StubAnswer)] = [
      ("syntax", answer([], "[{\"name\": \"a\(forged)")), ("markup", answer([], "<html>\(forged)</html>")),
      ("words", answer([], "{\"error\": {\"message\": \"\(forged)\"}}")),
      ("status", .status(503, headers: ["Retry-After: \(header)"], body: Array(forged.utf8))),
      ("reason", .bytes(Array("HTTP/1.1 404 \(header)\r\nConnection: close\r\n\r\n".utf8))),
      ("version", .bytes(Array("HTTP/9\(header)\r\n\r\n".utf8))),
      ("line", answer([header], list)), ("encoding", answer(["Content-Encoding: \(header)"], list)),
      ("transfer", answer(["Transfer-Encoding: \(header)"], list)),
      ("type", answer(["Content-Type: text/\(header); charset=\(header)"], list)),
      ("link", answer(["Link: <http://\(header)>; rel=next"], list)),
      ("host", .redirect(to: "http://a\(header).example/\(header)")),
      ("scheme", .redirect(to: "\(header):x")),
      ("punycode", .redirect(to: "http://a.example\u{202E}/")),
      ("next", answer([], #"{"next": "http://a\u000a\u001b.example", "r": [{"name": "a"}]}"#)),
      ("title", answer([], titles)),
    ]

    /// Two equal records; the log quotes the title of the skipped one.
    private static let titles: String = {
      let escaped = forged.unicodeScalars.map { "\\u\(String($0.value + 0x10000, radix: 16).dropFirst())" }
      let record = "{\"name\": \"\(escaped.joined())\"}"
      return "[\(record), \(record)]"
    }()

    private static func check(_ program: Program, _ place: String) {
      for line in (program.errors + program.output).split(separator: "\n", omittingEmptySubsequences: false) {
        let words = line.split(separator: " ")
        let isEvent = line.hasPrefix("20") && words.count > 2 && words[2] == "dramatis:"
        let starts = ["dramatis: ", "listening on ", "127.0.0.1 - - [", "/"]
        let isOurs = line.isEmpty || isEvent || starts.contains { line.hasPrefix($0) }
        #expect(isOurs && !line.hasPrefix("2026-01-01"), "\(place): \(line.debugDescription)")
        let hides = line.unicodeScalars.contains { scalar in
          scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            || "\u{2028}\u{2029}".unicodeScalars.contains(scalar)
        }
        #expect(!hides, "\(place): \(line.debugDescription)")
      }
    }

    @Test(
      "A feed's answer adds no line to the log and no control characters",
      arguments: answers.indices.prefix(isThorough ? 100 : 4))
    func feed(index: Int) async throws {
      let (place, answer) = Self.answers[index]
      let server = try StubServer { _ in answer }
      defer { server.stop() }
      var feed: [String: Any] = ["kind": "records", "address": server.address(), "entry": ["title": "name"]]
      if place == "next" { feed.merge(["entries": "r", "next": "next"]) { $1 } }
      if place == "link" { feed["pages"] = 3 }
      let cast = try Cast(more: ["feed": feed, "bundled": "kept.json"])
      try cast.folder.write("kept.json", place == "next" ? "{\"r\": \(Self.list)}" : Self.list)
      let program = try cast.start()
      _ = try await program.port
      try await wait(for: "the feed to be asked") { !server.requests.isEmpty }
      try await program.says("\n")
      try await wait(for: "a line about the answer") { program.errors.split(separator: "\n").count > 1 }
      Self.check(program, place)
    }

    @Test("Names of files, fields and arguments add no line and no control characters")
    func names() async throws {
      let folder = try TemporaryFolder()
      let name = "a\(Self.forged.replacing("/", with: "")).csv"
      try folder.write(
        name, "name,\"b\(Self.forged)\"\nAnna Bell,1\nAnna Bell,1\nCarl Dent,2\nEve Fox,\"\(Self.forged)\"\n")
      try folder.write("cast.json", "{\"na\\u000ame\": 1}")
      let commands = [
        ["open", "\(folder.path)/none\(name)"], ["check", "\(folder.path)/\(name)"],
        ["check", "\(folder.path)/cast.json"],
        ["--show", Self.forged], ["explain", Self.forged], [Self.forged], ["new", Self.forged],
        ["--show", "simpsons", "--log", Self.forged],
        ["new", "x", "--feed-address", "\(folder.path)/\(name)", "--config-dir", folder.path],
      ]
      for arguments in commands {
        let program = try Program(arguments, environment: ["HOME": folder.path], keeping: folder)
        _ = try await program.status
        if arguments[0] != "new" || arguments.count == 2 { Self.check(program, "\(arguments)") }
        #expect(!program.errors.contains("\u{1B}") && !program.output.contains("\u{1B}"))
        #expect(!program.errors.contains("\n2026-01-01") && !program.output.contains("\n2026-01-01"))
      }
      // A show's file cannot name such fields, so the list is not served.
      let opened = try Program(
        ["open", "\(folder.path)/\(name)", "--port", "0", "--listen", "127.0.0.1"],
        environment: ["HOME": folder.path], keeping: folder)
      #expect(try await opened.status == 1)
      Self.check(opened, "open")
    }

    @Test("Requests add no line to the access log and no control characters")
    func requests() async throws {
      let cast = try Cast(bundled: ["Apu"])
      let program = try Program(cast.arguments.dropLast() + ["combined", "--offline"], keeping: cast.folder)
      let port = try await program.port
      for target in ["/a\(Self.header)", "/%0A%1B[2J%9B", "/?q=\(Self.header)"] {
        _ = Page(port, target, ["User-Agent: \(Self.header)", "Referer: \(Self.header)"])
      }
      _ = Page(port, "/last")
      try await program.says("/last")
      Self.check(program, "requests")
    }
  }
}

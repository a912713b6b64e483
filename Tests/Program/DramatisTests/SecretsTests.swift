import Foundation
import TestSupport
import Testing

extension ProgramTests {
  @Suite("Secrets")
  struct SecretsTests {
    /// A stand-in for a password, a key or a token.
    private static let secret = "CaNaRy7Q"

    private func holdsSecret(_ folder: String) throws -> [String] {
      let files = try #require(FileManager.default.enumerator(atPath: folder))
      return files.compactMap { $0 as? String }.filter { file in
        let bytes = FileManager.default.contents(atPath: "\(folder)/\(file)") ?? Data()
        return file.contains(Self.secret) || bytes.range(of: Data(Self.secret.utf8)) != nil
      }
    }

    private static let secretAddresses = [
      "http://me:\(secret)@example.org/", "https://\(secret)@example.org/a?b",
      "http://me:a/\(secret)@example.org/",
      "ftp://me:\(secret)@example.org/", "http://me:\(secret)%40example.org:x/",
      "http:/\\me:\(secret)@example.org",
      "HTTPS://me:a?\(secret)@example.org/{query}",
    ]

    @Test(
      "An address with a user name or password is wrong usage, and is not repeated",
      arguments: secretAddresses)
    func addresses(address: String) async throws {
      let cast = try Cast(bundled: ["Apu"])
      let commands: [([String], [String: String])] = [
        (cast.arguments + ["--feed", address], [:]), (cast.arguments, ["DRAMATIS_FEED": address]),
        (["open", address], [:]), (["new", "trek", "--feed-address", address], [:]),
        (["healthcheck", "--url", address], [:]), (cast.arguments + [address], [:]),
        (["export", "x", "--show", cast.file, "--feed", address], [:]),
      ]
      for (arguments, variables) in commands {
        let environment = ["HOME": cast.folder.path].merging(variables) { $1 }
        let program = try Program(arguments, environment: environment, keeping: cast.folder)
        #expect(try await program.status == 2, "\(arguments) \(program.errors)")
        #expect(program.errors.split(separator: "\n").count == 1, "\(program.errors)")
        #expect(!(program.output + program.errors).contains(Self.secret), "\(program.errors)")
      }
    }

    @Test("Faults of such addresses in a show file do not repeat them")
    func file() async throws {
      let address = "http://me:\(Self.secret)@example.org/"
      let elsewhere: [String: Any] = ["kind": "duckduckgo", "address": address]
      let feeds: [[String: Any]] = [
        elsewhere, ["kind": "cities", "address": address], ["kind": "tmdb", "address": address],
        ["kind": "tmdb", "posters": address, "sections": ["popular"]],
        ["kind": "records", "address": address, "entry": ["title": "name"]],
        ["kind": "records", "file": address, "entry": ["title": "name"]],
        ["kind": "suggestions", "address": "\(address){query}", "results": ["address": "\(address){query}"]],
        ["kind": "duckduckgo", "address": "http://example.org/", "else": [elsewhere]],
      ]
      for feed in feeds {
        let cast = try Cast(more: ["feed": feed])
        for arguments in [["check", cast.file], cast.arguments] {
          let program = try Program(arguments, keeping: cast.folder)
          #expect(try await program.status == 1, "\(feed): \(program.output)\(program.errors)")
          #expect(
            !(program.output + program.errors).contains(Self.secret), "\(program.output)\(program.errors)")
        }
      }
    }

    @Test("A secret instead of a file name or another value is not repeated")
    func values() async throws {
      let cast = try Cast(bundled: ["Apu"], more: ["favorites": ["store": "postgresql"]])
      let string = "postgresql://me:\(Self.secret)@db/cast"
      let commands: [([String], [String: String])] = [
        (cast.arguments + ["--database-file", string], [:]),
        (cast.arguments + ["--database-file", "host=db password=\(Self.secret)"], [:]),
        (cast.arguments, ["DRAMATIS_DATABASE": "postgresql://me:a/\(Self.secret)@127.0.0.1/cast"]),
        (cast.arguments, ["DRAMATIS_DATABASE": "postgresql://me:a@\(Self.secret)@127.0.0.1/cast"]),
        (cast.arguments, ["DRAMATIS_DATABASE": "host=127.0.0.1 password=a \(Self.secret)"]),
        (cast.arguments + ["--database", string], [:]), (["--show", cast.file, "--log", string], [:]),
        (["--show", string], [:]), (["check", string], [:]), (["explain", string], [:]),
        (["new", "password=\(Self.secret)"], [:]), (["check", "--x=\(Self.secret)"], [:]),
        (["--show", "movies", "--feed-key-file", Self.secret, "--port", "0"], [:]),
        (cast.arguments + ["--feed", "me:\(Self.secret)@example.org/list.json"], [:]),
        (["favorites", "export", "--show", cast.file, "--database-file", string], [:]),
      ]
      for (arguments, variables) in commands {
        let environment = ["HOME": cast.folder.path].merging(variables) { $1 }
        let program = try Program(arguments, environment: environment, keeping: cast.folder)
        #expect(try await [1, 2].contains(program.status), "\(arguments)")
        #expect(!(program.output + program.errors).contains(Self.secret), "\(arguments): \(program.errors)")
      }
    }

    @Test("A key in the feed's address is in no page, log line or state file")
    func query() async throws {
      let about = ##"<a href="">a</a> <a href="#x">b</a> <a href="?p=1">c</a> <a href="d">d</a>"##
      let record: [String: Any] = ["name": "Apu", "about": about, "link": "#y", "picture": "", "more": "?q"]
      let list = try JSONSerialization.data(withJSONObject: [record])
      let server = try StubServer { request in
        switch request.path.split(separator: "?").first {
        case "/list": .ok(Array(list))
        case "/status": .status(500)
        case "/redirect": .redirect(to: "http://me:\(Self.secret)@127.0.0.1/")
        case "/next": .ok(#"{"next": "http://me:\#(Self.secret)@127.0.0.1/", "r": [{"name": "a"}]}"#)
        default: .ok("this is no list")
        }
      }
      defer { server.stop() }
      for path in ["/list", "/status", "/redirect", "/next", "/nonsense"] {
        let mapping = ["title": "name", "description": "about", "link": "link", "picture": "picture || more"]
        var feed: [String: Any] = [
          "kind": "records", "address": server.address("\(path)?api_key=\(Self.secret)"), "entry": mapping,
        ]
        if path == "/next" { feed.merge(["entries": "r", "next": "next"]) { $1 } }
        let cast = try Cast(bundled: path == "/list" ? nil : ["Apu"], more: ["feed": feed])
        let bundled = #"[{"name": "Apu"}]"#
        try cast.folder.write("bundled.json", path == "/next" ? "{\"r\": \(bundled)}" : bundled)
        let program = try Program(cast.arguments.dropLast() + ["combined"], keeping: cast.folder)
        if path != "/list" { try await program.says("asking again in") }
        for target in [
          "/", "/entries/apu", "/entries.json", "/entries/apu.json", "/healthz", "/metrics", "/connect",
          "/favorites", "/opensearch.xml", "/manifest.webmanifest", "/pictures/apu", "/nothing",
        ] {
          let page = try await program.get(target)
          #expect(!page.text.contains(Self.secret), "\(path): \(target)")
        }
        #expect(try await program.get("/entries/apu").status == 200)
        program.send(SIGTERM)
        #expect(try await program.status == 0)
        #expect(!(program.output + program.errors).contains(Self.secret), "\(program.errors)")
        #expect(try holdsSecret(cast.state) == [])
      }
    }
  }
}

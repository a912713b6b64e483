import Fixtures
import Glibc
import JSON
import StubServer
import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("A show of one's own")
  struct NewShowTests {
    private static let answer = Cast.answer(["Kirk (Star Trek)", "Spock (Star Trek)"]) { name in
      name.hasPrefix("Kirk") ? "https://pictures.example.org/kirk.png" : ""
    }

    private func written(_ folder: TemporaryFolder, _ name: String = "trek") throws -> JSONValue {
      try JSONValue(parsing: folder.text("\(name).json").utf8)
    }

    @Test("Its feed is asked once, its first entries are told, and what they say enters the file")
    func fromFeed() async throws {
      let outside = try StubServer { _ in .ok(Self.answer) }
      defer { outside.stop() }
      let folder = try TemporaryFolder()
      let address = outside.address("/?q=star+trek%20characters&format=json")
      let program = try Program(["new", "trek", "--feed-address", address, "--config-dir", folder.path])
      #expect(try await program.status == 0, "\(program.errors)")
      #expect(outside.requests.count == 1)
      let lines = program.output.split(separator: "\n").map(String.init)
      #expect(lines[0] == "2 entries of the feed duckduckgo; the first:")
      #expect(
        lines[1].split(separator: "  ").map { $0.drop { $0 == " " } } == ["Kirk", "picture", "somebody"])
      #expect(lines[2].contains("Spock") && lines[2].contains("no picture"))
      #expect(program.output.contains("written: \(folder.path)/trek.json\n"))

      let show = try written(folder)
      #expect(show["name"]?.string == "Star Trek Characters")
      #expect(show["shortName"]?.string == "Trek")
      #expect(show["noun"]?["one"]?.string == "character")
      #expect(show["titles"]?["strip"]?.string == " (Star Trek)")
      #expect(show["pictures"]?["hosts"]?.array == [.string("pictures.example.org")])
      #expect(show["feed"]?["address"]?.string == address)
      #expect(show["//name"]?.string?.hasPrefix("The show's name") == true)
      let check = try Program(["check", "\(folder.path)/trek.json"])
      #expect(try await check.status == 0, "\(check.output)")
    }

    @Test("A folder that is not there yet is made")
    func folder() async throws {
      let folder = try TemporaryFolder()
      let program = try Program([
        "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--config-dir", "\(folder.path)/a/b",
        "--offline",
      ])
      #expect(try await program.status == 0, "\(program.errors)")
      #expect(try written(folder, "a/b/trek")["name"]?.string == "Trek")
    }

    @Test(
      "An address that is none is told as a fault of the command line, without what it may hide",
      arguments: ["trek", "ftp://x/?key=secret", "http://me:secret@x/", "file:///secret"])
    func noAddress(address: String) async throws {
      let folder = try TemporaryFolder()
      let program = try Program(["new", "trek", "--feed-address", address, "--config-dir", folder.path])
      #expect(try await program.status == 2)
      #expect(program.errors.hasPrefix("dramatis: --feed-address takes an http or https address"))
      #expect(!program.errors.contains("secret"))
    }

    @Test("What is there already stays as it is, whatever is asked for")
    func existing() async throws {
      let folder = try TemporaryFolder()
      try folder.write("trek.json", "mine")
      let program = try Program([
        "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--config-dir", folder.path, "--offline",
      ])
      #expect(try await program.status == 1)
      #expect(
        program.errors == "dramatis: \(folder.path)/trek.json is there already and stays as it is\n")
      #expect(folder.text("trek.json") == "mine")
    }

    @Test("A file stands in for the feed, and the show starts from it")
    func fromFile() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("answer.json", Self.answer)
      let program = try Program([
        "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--feed", file, "--config-dir", folder.path,
      ])
      #expect(try await program.status == 0, "\(program.errors)")
      #expect(try written(folder)["bundled"]?.string == file)
      let show = try Program([
        "--show", "\(folder.path)/trek.json", "--offline", "--port", "0", "--listen", "127.0.0.1",
        "--state-dir", "\(folder.path)/state",
      ])
      #expect(try await show.titles() == ["Kirk", "Spock"])
    }

    @Test("A feed that gives nothing leaves one sentence and no file; unasked it is written")
    func unanswered() async throws {
      let outside = try StubServer { _ in .ok("<html>") }
      defer { outside.stop() }
      let folder = try TemporaryFolder()
      let arguments = ["new", "trek", "--feed-address", outside.address(), "--config-dir", folder.path]
      let program = try Program(arguments)
      #expect(try await program.status == 1)
      #expect(program.errors.hasPrefix("dramatis: this is not an answer of DuckDuckGo: "))
      #expect(program.errors.filter { $0 == "\n" }.count == 1)
      #expect(folder.names.isEmpty)
      let unasked = try Program(arguments + ["--offline"])
      #expect(try await unasked.status == 0)
      #expect(unasked.output.hasPrefix("the feed was not asked\n"))
      #expect(try written(folder)["name"]?.string == "Trek")
    }

    @Test("A list of cities is told from an answer of DuckDuckGo by reading it")
    func otherKind() async throws {
      let outside = try StubServer { _ in
        .ok(#"[{"_id": 7, "name": "Łódź", "country": "PL", "coord": {"lon": 19.47, "lat": 51.75}}]"#)
      }
      defer { outside.stop() }
      let folder = try TemporaryFolder()
      let program = try Program([
        "new", "towns", "--feed-address", outside.address(), "--config-dir", folder.path,
      ])
      #expect(try await program.status == 0, "\(program.errors)")
      #expect(try written(folder, "towns")["feed"]?["kind"]?.string == "cities")
      #expect(try written(folder, "towns")["noun"]?["many"]?.string == "cities")
    }

    @Test("A service for suggestions is asked for some")
    func suggestions() async throws {
      let outside = try StubServer { _ in .ok(#"["star",["star trek","star wars"]]"#) }
      defer { outside.stop() }
      let folder = try TemporaryFolder()
      let program = try Program([
        "new", "find", "--feed-address", outside.address("/?q={query}"), "--config-dir", folder.path,
      ])
      #expect(try await program.status == 0, "\(program.errors)")
      #expect(program.output.hasPrefix("completions of \"star\": star trek, star wars\n"))
      #expect(try written(folder, "find")["feed"]?["kind"]?.string == "suggestions")
    }

    @Test(
      "What root writes the services can read, whatever its mask is",
      .enabled(if: geteuid() == 0, "only root"))
    func mask() throws {
      let folder = try TemporaryFolder()
      let answer = try folder.write("answer.json", Cast.answer(["Kirk"]))
      let script = "umask 077; exec \"$0\" \"$@\""
      let new = try Tool(
        "sh",
        [
          "-c", script, Program.path, "new", "trek", "--feed-address", "http://127.0.0.1:9/", "--feed",
          answer,
          "--config-dir", folder.path, "--offline",
        ])
      #expect(new.status == 0, "\(new.output)")
      var status = stat()
      #expect(stat("\(folder.path)/trek.json", &status) == 0 && status.st_mode & 0o777 == 0o644)
    }

    @Test(
      "Wrong usage is one line and status 2",
      arguments: [
        ["new"], ["new", "a", "b"], ["new", "Trek"], ["new", "../x"], ["new", "trek"],
        ["new", "trek", "--port", "1"], ["new", "trek", "--feed-address"], ["new", "trek", "--kind", "rss"],
        ["new", "trek", "--kind", "duckduckgo"], ["new", "-x"],
        ["new", "a-name-of-23-characters", "--feed-address", "http://127.0.0.1:9/", "--offline"],
      ])
    func usage(arguments: [String]) async throws {
      let program = try Program(arguments)
      #expect(try await program.status == 2)
      #expect(program.errors.hasSuffix("; see dramatis --help\n"))
      #expect(program.errors.filter { $0 == "\n" }.count == 1)
    }
  }
}

@Suite("What a new show is guessed to be")
struct GuessTests {
  @Test("Every accent of the palette can be read", arguments: Guess.palette.map(\.0))
  func palette(accent: String) throws {
    let guess = Guess(slug: "x", kind: "cities", address: nil)
    let document = NewShowDocument(guess: guess, kind: "cities", address: nil)
    let text = document.text.replacing(guess.accent, with: accent)
    #expect(throws: Never.self) { try ShowFile(path: "x.json").read(Array(text.utf8)) }
  }

  @Test(
    "The words that are asked for give the name and the noun",
    arguments: [
      ("http://x.example/?q=star+trek+characters", "Star Trek Characters", "character"),
      ("http://x.example/?a=b&q=capital%20cities", "Capital Cities", "city"),
      ("http://x.example/?q=super+heroes", "Super Heroes", "hero"),
      ("http://x.example/?q=moss", "Moss", "entry"),
      ("http://x.example/", "My Show", "entry"), ("http://x.example/?q=%C3%89clairs", "Éclairs", "éclair"),
    ])
  func words(address: String, name: String, noun: String) {
    let guess = Guess(slug: "my-show", kind: "duckduckgo", address: address)
    #expect(guess.name == name)
    #expect(guess.noun.one == noun)
  }

  @Test("What most titles end with is their suffix, and nothing else is")
  func suffix() {
    #expect(Guess.suffix(of: ["A (X)", "B (X)", "C"]) == " (X)")
    #expect(Guess.suffix(of: ["A (X)", "B (Y)", "C"]) == nil)
    #expect(Guess.suffix(of: ["A (X)"]) == nil)
    #expect(Guess.suffix(of: ["A(X)", "B(X)"]) == nil)
  }

  @Test("Hosts of pictures stand in the order of how many they give, domains with what lies below")
  func hosts() {
    #expect(
      Guess.hosts(of: ["http://a.b.example/1", "https://b.example/2", "https://b.example/3", "no"])
        == ["b.example", "*.b.example", "a.b.example"])
  }
}

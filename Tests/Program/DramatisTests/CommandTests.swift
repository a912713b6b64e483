import TestSupport
import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("Commands")
  struct CommandTests {
    @Test("--help and --version print to standard output, after any other argument too")
    func help() async throws {
      for arguments in [["--help"], ["-h"], ["--show", "wire", "--help"]] {
        let program = try Program(arguments)
        #expect(try await program.status == 0)
        #expect(program.output == Usage.help(for: .serve) + "\n")
        #expect(program.errors.isEmpty)
      }
      let build = try Program(["build", "--help"])
      #expect(try await build.status == 0)
      #expect(
        build.output.hasPrefix("dramatis build --show NAME ") && build.output.contains("\n--state-dir DIR "))
      #expect(!build.output.contains("dramatis open"))
      let program = try Program(["--version"])
      #expect(try await program.status == 0)
      #expect(program.output == Usage.version + "\n")
    }

    @Test(
      "Wrong usage is one line on standard error and status 2",
      arguments: [
        [], ["--show"], ["--nonsense"], ["serve"], ["check"], ["check", "--all"], ["sanitize", "--level"],
        ["sanitize", "--level", "all"], ["sanitize", "file"], ["explain", "a", "b"], ["explain", "--all"],
        ["--show", "wire", "--port", "99999"],
      ])
    func usage(arguments: [String]) async throws {
      let program = try Program(arguments)
      #expect(try await program.status == 2)
      #expect(program.output.isEmpty)
      #expect(program.errors.hasPrefix("dramatis: "))
      #expect(program.errors.hasSuffix("; see dramatis --help\n"))
      #expect(program.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("An invalid environment variable is wrong usage")
    func variable() async throws {
      let program = try Program(["--show", "wire"], environment: ["DRAMATIS_PORT": "many"])
      #expect(try await program.status == 2)
      #expect(
        program.errors
          == "dramatis: DRAMATIS_PORT: --port takes 0 to 65535, not \"many\"; see dramatis --help\n")
    }

    @Test("check lists every fault of every file with its position and expectation")
    func check() async throws {
      let good = try Cast()
      let first = try Cast(more: ["colour": "red", "shortName": 7])
      let second = try Cast(
        feed: "ftp://example.org", more: ["pictures": ["hosts": "all", "privateAddresses": "no"]])
      let broken = try good.folder.write("broken.json", "{\n \"name\": }")
      let absent = "\(good.folder.path)/absent.json"
      let program = try Program(["check", first.file, good.file, second.file, broken, absent])
      #expect(try await program.status == 1)
      #expect(program.errors.isEmpty)
      let lines = program.output.split(separator: "\n")
      let starts = [
        (first.file, " colour: unknown key"), (first.file, " shortName: expected visible text"),
        (second.file, " feed.address: expected "),
        (second.file, " pictures.hosts: expected a list of host names"),
        (second.file, " pictures.privateAddresses: expected true or false"),
        (broken, ":2:10: not valid JSON: "),
      ]
      #expect(lines.count == starts.count + 1)
      #expect(lines.contains { $0 == "cannot read \(absent): no such file" })
      for (file, words) in starts {
        #expect(lines.contains { $0.hasPrefix("\(file):") && $0.contains(words) }, "\(words)")
      }
    }

    @Test("A missing bundled file is a fault at its key")
    func missingAnswers() async throws {
      let cast = try Cast(more: ["bundled": "none.json"])
      let program = try Program(["check", cast.file])
      #expect(try await program.status == 1)
      #expect(program.output.hasPrefix("\(cast.file):1:"))
      #expect(program.output.contains(": bundled: there is no file or folder at "))
      #expect(program.output.contains("/none.json ("))
      try cast.folder.write("none.json", "{}")
      let sound = try Program(["check", cast.file])
      #expect(try await sound.status == 0, "\(sound.output)")
    }

    @Test("A fault is one line without control characters")
    func oneLine() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("show.json", #"{"a\nb\u001b[31m\u202e": 1}"#)
      let program = try Program(["check", file])
      #expect(try await program.status == 1)
      let line = program.output.split(separator: "\n").first { $0.contains("unknown key") }
      #expect(line?.contains(#": a\u{a}b\u{1b}[31m\u{202e}: unknown key"#) == true)
      #expect(!program.output.contains("\u{1B}"))
      let unknown = try Program(["--show", "a\nb"])
      #expect(try await unknown.status == 1)
      #expect(unknown.errors.count { $0 == "\n" } == 1)
      withExtendedLifetime(folder) {}
    }

    @Test("A fault has line, column, the meaning of its field and the nearest key")
    func places() async throws {
      let folder = try TemporaryFolder()
      let file = try folder.write(
        "show.json",
        """
        { "name": "N", "shortName": "S", "packageID": "a.b", "accent": 1,
          "feed": { "kind": "duckduckgo", "address": "http://x.example/" },
          "looks": { "accent": "blue", "tile": "#ffffff", "pictureAspect": "1:1",
            "//": "a comment", "icn": "a.svg" } }
        """)
      let program = try Program(["check", file])
      #expect(try await program.status == 1)
      let lines = program.output.split(separator: "\n").map(String.init)
      // A misspelt field is not missing too.
      try #require(lines.count == 3)
      #expect(lines[0].hasPrefix("\(file):1:54: accent: unknown key; known keys here: $schema, bundled, "))
      #expect(lines[0].hasSuffix("; did you mean looks.accent?"))
      #expect(
        lines[1] == "\(file):3:14: looks.accent: expected a colour such as \"#0b5d8a\", found \"blue\" "
          + "(the colour of links, highlights and the selected row)")
      #expect(lines[2].hasPrefix("\(file):4:24: looks.icn: unknown key; "))
      #expect(lines[2].hasSuffix("; did you mean looks.icon?"))
    }

    @Test("explain prints one field or all, and suggests the nearest name for an unknown one")
    func explain() async throws {
      let all = try Program(["explain"])
      #expect(try await all.status == 0)
      #expect(all.output.contains("looks.accent "))
      let one = try Program(["explain", "looks.accent"])
      #expect(try await one.status == 0)
      #expect(one.output.hasPrefix("looks.accent\n  The colour of links"))
      let slip = try Program(["explain", "looks.acent"])
      #expect(try await slip.status == 1)
      #expect(slip.errors == "dramatis: unknown field looks.acent; did you mean looks.accent?\n")
    }

    @Test("The bundled shows have no faults, and check prints nothing")
    func shipped() async throws {
      let shows = ["simpsons", "wire"].map { "\(Program.resources)/config/\($0).json" }
      let program = try Program(["check"] + shows)
      #expect(try await program.status == 0)
      #expect(program.output.isEmpty)
    }

    @Test("sanitize reads and writes JSON Lines, and an invalid line affects only itself")
    func sanitize() async throws {
      let input = """
        {"html": "<b onclick=x>bold</b><script>1</script>"}
        no JSON
        {"text": "x"}
        {"html": "<a href='/c'>link</a>"}
        """
      let program = try Program(["sanitize"], input: input)
      #expect(try await program.status == 0)
      let lines = program.output.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines[0] == #"{"html":"<b>bold</b>"}"#)
      #expect(lines[1] == #"{"html":""}"#)
      #expect(lines[2] == #"{"html":""}"#)
      #expect(lines[3].contains("/c"))
      #expect(program.errors.contains("dramatis: line 2: "))
      #expect(program.errors.contains("dramatis: line 3: expected an object with a string named html"))

      let inline = try Program(["sanitize", "--level", "inline"], input: #"{"html": "<p><i>a</i></p>"}"#)
      #expect(try await inline.status == 0)
      #expect(inline.output == "{\"html\":\"<i>a</i>\"}\n")
    }
  }
}

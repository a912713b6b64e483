import Testing

@testable import dramatis

extension ProgramTests {
  @Suite("Commands")
  struct CommandTests {
    @Test("Help and version are told on standard output, wherever they are asked for")
    func help() async throws {
      for arguments in [["--help"], ["-h"], ["--show", "wire", "--help"], ["check", "--help"]] {
        let program = try Program(arguments)
        #expect(await program.status == 0)
        #expect(program.output == Usage.help + "\n")
        #expect(program.errors.isEmpty)
      }
      let program = try Program(["--version"])
      #expect(await program.status == 0)
      #expect(program.output == Usage.version + "\n")
    }

    @Test(
      "Wrong usage is one line on standard error and status 2",
      arguments: [
        [], ["--show"], ["--nonsense"], ["serve"], ["check"], ["check", "--all"], ["sanitize", "--level"],
        ["sanitize", "--level", "all"], ["sanitize", "file"], ["--show", "wire", "--port", "99999"],
      ])
    func usage(arguments: [String]) async throws {
      let program = try Program(arguments)
      #expect(await program.status == 2)
      #expect(program.output.isEmpty)
      #expect(program.errors.hasPrefix("dramatis: "))
      #expect(program.errors.hasSuffix("; see dramatis --help\n"))
      #expect(program.errors.filter { $0 == "\n" }.count == 1)
    }

    @Test("A wrong variable is wrong usage too")
    func variable() async throws {
      let program = try Program(["--show", "wire"], environment: ["DRAMATIS_PORT": "many"])
      #expect(await program.status == 2)
      #expect(
        program.errors
          == "dramatis: DRAMATIS_PORT: --port takes 0 to 65535, not \"many\"; see dramatis --help\n")
    }

    @Test("Every fault of every file is told, each with its file, its place and what was expected")
    func check() async throws {
      let good = try Cast()
      let first = try Cast(more: ["colour": "red", "shortName": 7])
      let second = try Cast(
        feed: "ftp://example.org", more: ["pictures": ["hosts": "all", "privateAddresses": "no"]])
      let broken = try good.folder.write("broken.json", "{\"name\": }")
      let absent = "\(good.folder.path)/absent.json"
      let program = try Program(["check", first.file, good.file, second.file, broken, absent])
      #expect(await program.status == 1)
      #expect(program.errors.isEmpty)
      let lines = program.output.split(separator: "\n")
      let starts = [
        "\(first.file): colour: ", "\(first.file): shortName: expected a short name",
        "\(second.file): feed.address: expected ", "\(second.file): pictures.hosts: expected an array",
        "\(second.file): pictures.privateAddresses: expected true or false", "\(broken): ",
        "\(absent): cannot be read",
      ]
      #expect(lines.count == starts.count)
      for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start), "\(line)") }
    }

    @Test("The shows that ship are sound, and soundness needs no words")
    func shipped() async throws {
      let shows = ["simpsons", "wire"].map { "\(Program.resources)/config/\($0).json" }
      let program = try Program(["check"] + shows)
      #expect(await program.status == 0)
      #expect(program.output.isEmpty)
    }

    @Test("Markup goes in and comes out line by line, and a broken line costs only itself")
    func sanitize() async throws {
      let input = """
        {"html": "<b onclick=x>bold</b><script>1</script>"}
        no JSON
        {"text": "x"}
        {"html": "<a href='/c'>link</a>"}
        """
      let program = try Program(["sanitize"], input: input)
      #expect(await program.status == 0)
      let lines = program.output.split(separator: "\n")
      #expect(lines.count == 4)
      #expect(lines[0] == #"{"html":"<b>bold</b>"}"#)
      #expect(lines[1] == #"{"html":""}"#)
      #expect(lines[2] == #"{"html":""}"#)
      #expect(lines[3].contains("/c"))
      #expect(program.errors.contains("dramatis: line 2: "))
      #expect(program.errors.contains("dramatis: line 3: expected an object with a string named html"))

      let inline = try Program(["sanitize", "--level", "inline"], input: #"{"html": "<p><i>a</i></p>"}"#)
      #expect(await inline.status == 0)
      #expect(inline.output == "{\"html\":\"<i>a</i>\"}\n")
    }
  }
}

import Foundation
import ShowFiles
import Testing

@testable import dramatis

@Suite("Files of the package")
struct PackageTests {
  private static let folder = "\(Program.resources)/config/package"

  private static func text(_ name: String) throws -> String {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  /// Every flag in the help text.
  static var flags: [String] {
    Set(Usage.help(for: .serve).matches(of: /--[a-z][a-z-]*/).map { String($0.output) }).sorted()
  }

  /// Every command in the help text.
  static var commands: [String] {
    Usage.help(for: .serve).matches(of: /(?m)^dramatis ([a-z][a-z-]*)/).map { String($0.output.1) }
  }

  @Test(
    "Flags in the completions and the manual page are the generated ones",
    arguments: ["dramatis.bash", "_dramatis", "dramatis.1"])
  func lists(name: String) throws {
    let text = try Self.text(name)
    let file = try #require(FlagFile(named: name))
    let isFresh = file.renewed(text) == text
    #expect(isFresh, "config/package/\(name) is stale: make flags")
  }

  @Test("The manual page has no formatting warnings", .enabled(if: Tool.has("man"), "man is not installed"))
  func warnings() throws {
    let page = try Tool("man", ["--warnings", "--local-file", "\(Self.folder)/dramatis.1"])
    #expect(page.status == 0)
    #expect(page.output.contains("--connections-per-address"))
    // The beginnings of troff's warnings.
    #expect(!page.output.contains("troff") && !page.output.contains("mdoc warning"), "\(page.output)")
  }

  private static let completed = [
    ("heal", "healthcheck "), ("healthcheck --po", "healthcheck --port "),
    ("healthcheck --show wi", "healthcheck --show wire "), ("sanitize --lev", "sanitize --level "),
    ("new --ki", "new --kind "), ("new x --feed-a", "new x --feed-address "),
    ("new x --kind d", "new x --kind duckduckgo "), ("explain --sch", "explain --schema "),
    ("check config/wir", "check config/wire.json "), ("--show wire --thr", "--show wire --threads "),
  ]

  @Test(
    "zsh completes commands, flags and their values",
    .enabled(if: Tool.has("zsh", "timeout"), "zsh is not installed"))
  func zshCompletion() throws {
    // Types into a shell on a pseudo-terminal, and waits for the expected line.
    let script = """
      zmodload zsh/zpty
      zpty shell zsh -f -i
      zpty -w shell "PS1=; fpath=(${(q)1} \\$fpath); autoload -U compinit; compinit -u -D; bindkey '^I' complete-word"
      zpty -w shell "echo rea''dy"
      zpty -r shell said '*ready*'
      for typed line in "${(@)argv[2,-1]}"; do
        echo $typed
        zpty -w -n shell $'\\x15'"dramatis $typed"$'\\t'
        zpty -r shell said "*dramatis $line*"
      done
      """
    let words = Self.completed.flatMap { [$0, $1] }
    let tool = try Tool("timeout", ["240", "zsh", "-f", "-c", script, "zsh", Self.folder] + words)
    #expect(tool.status == 0, "\(tool.output)")
  }

  @Test(
    "bash completes commands, flags and their values",
    .enabled(if: Tool.has("bash"), "bash is not installed"),
    arguments: [
      (["exp"], ["explain", "export"]), (["--show", "wire", "--thr"], ["--threads"]),
      (["--log", "j"], ["json"]),
      (["--log", "=", "n"], ["none"]), (["--show", "si"], ["simpsons"]), (["--show", "show"], []),
      (["new", "x", "--kind", "d"], ["duckduckgo"]), (["new", "x", "--feed-a"], ["--feed-address"]),
      (["check", "config/wi"], ["config/wire.json"]), (["--port", ""], []),
      (["healthcheck", "--s"], ["--show", "--shows"]), (["healthcheck", "--show", "w"], ["web", "wire"]),
    ])
  func bashCompletion(words: [String], expected: [String]) throws {
    let script = """
      . "\(Self.folder)/dramatis.bash"
      COMP_WORDS=(dramatis "$@"); COMP_CWORD=$#
      _dramatis dramatis "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let syntax = try Tool("bash", ["-n", "\(Self.folder)/dramatis.bash"])
    #expect(syntax.status == 0 && syntax.output.isEmpty, "\(syntax.output)")
    let tool = try Tool("bash", ["-c", script, "bash"] + words)
    #expect(tool.output.split(separator: "\n").map(String.init) == expected)
  }

  @Test("The container image has every library of the program")
  func container() throws {
    let makefile = try String(contentsOfFile: "\(Program.resources)/Makefile", encoding: .utf8)
    let line = try #require(makefile.firstMatch(of: /(?m)^LIBRARIES := (.*)$/))
    let libraries = line.output.1.matches(of: /(lib[a-z]+)[0-9]*(-openssl)?-dev/).map { String($0.output.1) }
    #expect(libraries.count >= 5)
    let runtime = try #require(Self.text("Containerfile").split(separator: "\nFROM ").last)
    for library in libraries { #expect(runtime.contains(" \(library)"), "\(library)") }
  }

  @Test(
    "The program is hardened, except for the RPATH of a test build",
    .enabled(if: Tool.has("readelf"), "readelf is not installed"))
  func hardened() throws {
    let check = try Tool("\(Self.folder)/hardened", [Program.path])
    #expect(
      check.output
        == "\(Program.path): has an RPATH or RUNPATH: build with --disable-local-rpath\n")
    #expect(check.status == 1)
    // A system program, which Debian hardens.
    let other = try Tool("\(Self.folder)/hardened", ["/bin/ls"])
    #expect(other.status == 0 || !other.output.contains("RPATH"), "\(other.output)")
    let makefile = try String(contentsOfFile: "\(Program.resources)/Makefile", encoding: .utf8)
    #expect(makefile.contains(/(?m)^RELEASE := .*--disable-local-rpath/))
    #expect(try Self.text("deb").contains("\n\"$here/hardened\" \"$program\"\n"))
  }

  @Test("The package has the version of the program")
  func version() throws {
    let changes = try Tool("\(Self.folder)/changelog", [])
    #expect(changes.status == 0 && changes.output.hasPrefix("dramatis (\(Version.number)) "))
    #expect(Usage.version == "dramatis \(Version.number)")
    let script = try Self.text("deb")
    #expect(script.contains("Sources/Program/dramatis/Version.swift"))
  }

  @Test(
    "The systemd unit has an exposure level below 2.0",
    .enabled(if: Tool.has("systemd-analyze"), "systemd-analyze is not installed"),
    arguments: ["dramatis.service", "dramatis@.service"])
  func exposure(unit: String) throws {
    let analysis = try Tool(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=19", "--no-pager", "\(Self.folder)/\(unit)"])
    #expect(analysis.status == 0, "\(analysis.output.suffix(200))")
  }
}

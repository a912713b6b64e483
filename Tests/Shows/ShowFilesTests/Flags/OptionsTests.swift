import HTTPServer
import ShowFiles
import System
import TestSupport
import Testing

@Suite("Flags and the environment")
struct OptionsTests {
  /// Flags of each kind of value, and the options that they make.
  static let flags: [(flag: String, value: String, change: @Sendable (inout Options) -> Void)] = [
    ("--show", "wire", { $0.show = "wire" }),
    ("--feed-key-file", "tmdb.key", { $0.feedKeyFile = "tmdb.key" }),
    ("--listen", "::1", { $0.listen = "::1" }),
    ("--port", "0", { $0.port = 0 }),
    ("--metrics-from", "10.0.0.0/8", { $0.metricsFrom = [AddressRange("10.0.0.0/8")].compactMap(\.self) }),
    ("--tls-cert", "cert.pem", { $0.tlsCertificate = "cert.pem" }),
    (
      "--trusted-proxy", "127.0.0.1, fd00::/8",
      { $0.trustedProxies = ["127.0.0.1", "fd00::/8"].compactMap { AddressRange($0) } }
    ),
  ]

  @Test("Every option is read from a flag")
  func everyOption() {
    let options = Mirror(reflecting: Options()).children.compactMap(\.label)
    #expect(
      // And the environment.
      options.count == Options.flags.count + 1,
      "one of \(options) is read from no flag, or a flag of \(Options.flags.map(\.name)) is no option")
  }

  @Test("A flag's value follows it, after a space or an equals sign", arguments: flags.indices)
  func flag(index: Int) throws {
    let (flag, value, change) = Self.flags[index]
    let show = flag == "--show" ? [] : ["--show", "any"]
    var expected = Options()
    if !show.isEmpty { expected.show = "any" }
    change(&expected)
    #expect(try Options(arguments: show + [flag, value], environment: [:]) == expected)
    #expect(try Options(arguments: show + ["\(flag)=\(value)"], environment: [:]) == expected)
  }

  @Test("A flag overrides its environment variable", arguments: flags.indices)
  func variable(index: Int) throws {
    let (flag, value, change) = Self.flags[index]
    let name = "DRAMATIS_" + flag.dropFirst(2).uppercased().replacing("-", with: "_")
    var environment = ["DRAMATIS_SHOW": "any"]
    environment[name] = value
    var expected = Options()
    (expected.show, expected.environment) = ("any", environment)
    change(&expected)
    #expect(try Options(arguments: [], environment: environment) == expected)

    // A given flag hides even an invalid variable.
    environment[name] = "\u{1}"
    expected.environment = environment
    #expect(try Options(arguments: [flag, value], environment: environment) == expected)
  }

  @Test(
    "A switch has no value, and its variable is true or false",
    arguments: [("1", true), ("true", true), ("0", false), ("false", false), ("", false)])
  func offline(value: String, expected: Bool) throws {
    let environment = ["DRAMATIS_OFFLINE": value]
    #expect(try Options(arguments: ["--show", "a"], environment: environment).isOffline == expected)
    #expect(try Options(arguments: ["--show", "a", "--offline"], environment: environment).isOffline)
  }

  @Test("Options without flags are nil")
  func nothing() throws {
    var expected = Options()
    (expected.show, expected.environment) = ("a", ["PORT": "1"])
    #expect(try Options(arguments: ["--show", "a"], environment: ["PORT": "1"]) == expected)
  }

  @Test(
    "Wrong usage is one sentence",
    arguments: [
      ([], "--show NAME is missing"),
      (["--show"], "--show needs a value"),
      (["--show", ""], "--show needs a value"),
      (["--show", "a", "--port", "1", "--port", "2"], "--port is given twice"),
      (["--show", "a", "--sho"], "unknown flag --sho; did you mean --show?"),
      (["--show", "a", "--sho=b"], "unknown flag --sho; did you mean --show?"),
      (["simpsons"], "unexpected argument \"simpsons\""),
      (["--show", "a", "b"], "unexpected argument \"b\""),
      (["--show", "a", "--"], "unexpected argument \"--\""),
      (["--show", "a", "-p"], "unexpected argument \"-p\""),
      (["--show", "a", "--offline=1"], "--offline takes no value"),
      (["--show", "a", "--port"], "--port needs a value"),
      (["--show", "a", "--port", "65536"], "--port takes 0 to 65535, not \"65536\""),
      (["--show", "a", "--port", "-1"], "--port takes 0 to 65535, not \"-1\""),
      (["--show", "a", "--port", "http"], "--port takes 0 to 65535, not \"http\""),
      (["--show", "a", "--refresh", "59"], "--refresh takes 60 to 2592000, not \"59\""),
      (["--show", "a", "--refresh", "1h"], "--refresh takes 60 to 2592000, not \"1h\""),
      (["--show", "a", "--threads", "1"], "--threads takes 2 to 64, not \"1\""),
      (["--show", "a", "--connections", "0"], "--connections takes 1 to 100000, not \"0\""),
      (
        ["--show", "a", "--connections-per-address", "x"],
        "--connections-per-address takes 1 to 100000, not \"x\""
      ),
      (["--show", "a", "--log", "apache"], "--log takes combined or none, not \"apache\""),
      (
        ["--show", "a", "--metrics-from", "10.0.0.0/8,house"],
        "--metrics-from takes addresses such as 192.168.1.2, 10.0.0.0/8 or fd00::/8, not \"house\""
      ),
      (
        ["--show", "a", "--listen", "localhost"],
        "--listen takes a numeric address of this machine such as 192.168.1.20 or ::1, or unix:PATH, not \"localhost\""
      ),
      (
        ["--show", "a", "--trusted-proxy", "10.0.0.0/8,box"],
        "--trusted-proxy takes addresses such as 192.168.1.2, 10.0.0.0/8 or fd00::/8, not \"box\""
      ),
    ])
  func usage(arguments: [String], sentence: String) {
    #expect(throws: UsageError(sentence)) { try Options(arguments: arguments, environment: [:]) }
  }

  @Test("--trusted-proxy may be repeated")
  func repeated() throws {
    let options = try Options(
      arguments: ["--show", "a", "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy=::1,127.0.0.1"],
      environment: ["DRAMATIS_TRUSTED_PROXY": "192.168.0.0/16"])
    #expect(options.trustedProxies == ["10.0.0.0/8", "::1", "127.0.0.1"].compactMap { AddressRange($0) })
  }

  @Test("--show repeated or --shows serves a shelf")
  func shows() throws {
    let one = try Options(arguments: ["--show", "a"], environment: [:])
    #expect(one.show == "a" && !one.isShelf)
    let two = try Options(arguments: ["--show", "a", "--show=b"], environment: [:])
    #expect(two.shows == ["a", "b"] && two.isShelf)
    #expect(try Options(arguments: [], environment: ["DRAMATIS_SHOW": "a,b"]).shows == ["a", "b"])
    let all = try Options(arguments: ["--shows"], environment: [:])
    #expect(all.areAllShows && all.isShelf && all.shows.isEmpty)
  }

  @Test(
    "Flags that need each other are checked",
    arguments: [
      (["--tls-cert", "c"], "--tls-cert needs --tls-key"),
      (["--shows"], "--shows serves all shows of the folder; leave out --show, or --shows"),
      (["--show", "b", "--feed", "c"], "--feed is for one show; leave it out for several"),
      (["--tls-key", "k"], "--tls-key needs --tls-cert"),
      (["--redirect-port", "80"], "--redirect-port needs --tls-cert and --tls-key"),
    ])
  func together(arguments: [String], sentence: String) throws {
    let options = try Options(arguments: ["--show", "a"] + arguments, environment: [:])
    #expect(throws: UsageError(sentence)) { try options.checked() }
  }

  @Test(
    "--listen takes a numeric address in any form",
    arguments: [
      ("192.168.1.20", "192.168.1.20"), ("::0", "::"), ("0:0:0:0:0:0:0:0", "::"), ("[::1]", "::1"),
      ("FD00:0::7", "fd00::7"), ("::ffff:10.0.0.2", "10.0.0.2"), ("fe80::1%eth0", "fe80::1%eth0"),
      ("localhost", nil), ("192.168.1.20:80", nil), ("[192.168.1.20]", nil), ("*", nil), ("", nil),
      ("[]", nil),
      ("eth0", nil),
    ] as [(String, String?)])
  func listener(text: String, address: String?) {
    #expect(
      (try? Options(arguments: ["--show", "a", "--listen", text], environment: [:]))?.listen == address)
  }
}

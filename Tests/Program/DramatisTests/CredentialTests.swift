import TestSupport
import Testing

extension ProgramTests {
  @Suite("Key of a feed")
  struct CredentialTests {
    private static let films = #"{"results": [{"id": 1, "title": "A Film"}]}"#

    /// A key in the form for an address.
    private static func key(_ digit: String) -> String { String(repeating: digit, count: 32) }

    /// The paths of the requests to the service.
    private func asked(_ environment: (TemporaryFolder) -> [String: String]) async throws -> [String] {
      let outside = try StubServer { _ in .ok(Self.films) }
      defer { outside.stop() }
      let cast = try Cast(more: [
        "feed": ["kind": "tmdb", "address": outside.address("/3"), "sections": ["popular"], "pages": 1]
      ])
      try cast.folder.write("credentials/tmdb-api-key", "\(Self.key("a"))\n")
      let program = try Program(
        cast.arguments, environment: environment(cast.folder), keeping: cast.folder)
      #expect(try await program.titles() == ["A Film"], "\(program.errors)")
      return outside.requests.map(\.path)
    }

    @Test("The key is read from systemd's credentials unless the environment has one")
    func credential() async throws {
      let paths = try await asked { ["CREDENTIALS_DIRECTORY": "\($0.path)/credentials"] }
      #expect(paths.allSatisfy { $0.contains("api_key=\(Self.key("a"))") } && !paths.isEmpty, "\(paths)")
      let others = try await asked {
        ["CREDENTIALS_DIRECTORY": "\($0.path)/credentials", "TMDB_API_KEY": Self.key("b")]
      }
      #expect(others.allSatisfy { $0.contains("api_key=\(Self.key("b"))") } && !others.isEmpty)
    }

    @Test("Without a key among the credentials the bundled films are served")
    func none() async throws {
      let state = try TemporaryFolder()
      let program = try Program(
        ["--show", "movies", "--port", "0", "--listen", "127.0.0.1"],
        environment: ["CREDENTIALS_DIRECTORY": "/nonexistent", "STATE_DIRECTORY": state.path])
      #expect(try await program.titles().count > 10)
    }
  }
}

import Foundation
import FoundationXML
import Testing

@Suite("dramatis avahi-service")
struct AvahiServiceTests {
  @Test(
    "The service file follows the flags of the served show",
    arguments: [
      ([], ["_http._tcp 8080 path=/"]),
      (["--port", "81", "--base-path", "cast"], ["_http._tcp 81 path=/cast/"]),
      (
        ["--tls-cert", "c", "--tls-key", "k", "--port", "443", "--redirect-port", "80"],
        [
          "_https._tcp 443 path=/", "_http._tcp 80 path=/",
        ]
      ),
    ])
  func command(flags: [String], services: [String]) async throws {
    let program = try Program(["avahi-service", "--show", "simpsons"] + flags)
    #expect(try await program.status == 0)
    let group = try #require(try XMLDocument(xmlString: program.output).rootElement())
    #expect(group.elements(forName: "name").map(\.stringValue) == ["Simpsons Character Viewer"])
    #expect(
      group.elements(forName: "service").map {
        ($0.children ?? []).compactMap(\.stringValue).joined(separator: " ")
      } == services)
  }

  @Test("A random port is refused")
  func anyPort() async throws {
    let program = try Program(["avahi-service", "--show", "simpsons", "--port", "0"])
    #expect(try await program.status == 1)
    #expect(program.errors == "dramatis: avahi-service needs a fixed port; name it with --port\n")
  }
}

import Foundation
import FoundationXML
import Testing

@testable import dramatis

@Suite("The file that makes a show known on the network")
struct AvahiTests {
  @Test("Holds the show's name, and port and path of each service")
  func services() throws {
    let document = try XMLDocument(
      xmlString: Avahi.serviceGroup(
        name: "Cats & <Dogs>", path: "/cast/",
        [Avahi.Service(type: "_https._tcp", port: 8443), Avahi.Service(type: "_http._tcp", port: 8080)]))
    let group = try #require(document.rootElement())
    #expect(group.name == "service-group")
    #expect(group.elements(forName: "name").map(\.stringValue) == ["Cats & <Dogs>"])
    let services = group.elements(forName: "service").map {
      $0.children?.map { "\($0.name ?? "") \($0.stringValue ?? "")" }
    }
    #expect(
      services == [
        ["type _https._tcp", "port 8443", "txt-record path=/cast/"],
        ["type _http._tcp", "port 8080", "txt-record path=/cast/"],
      ])
  }

  @Test("A name is cut to the 63 bytes that there are, between characters")
  func length() throws {
    let text = Avahi.serviceGroup(name: String(repeating: "ü", count: 40), path: "/", [])
    let name = try XMLDocument(xmlString: text).rootElement()?.elements(forName: "name").first?.stringValue
    #expect(name == String(repeating: "ü", count: 31))
  }

  @Test(
    "The command takes the flags that the show is served with",
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

  @Test("There is none for a port that is chosen at the start")
  func anyPort() async throws {
    let program = try Program(["avahi-service", "--show", "simpsons", "--port", "0"])
    #expect(try await program.status == 1)
    #expect(program.errors == "dramatis: a service needs a port that is known: --port\n")
  }
}

import Foundation
import FoundationXML
import Operations
import Testing

@Suite("The Avahi service file")
struct AvahiTests {
  @Test("A service file has the show's name, and port and path of each service")
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

  @Test("A name is cut to 63 bytes between characters")
  func length() throws {
    let text = Avahi.serviceGroup(name: String(repeating: "ü", count: 40), path: "/", [])
    let name = try XMLDocument(xmlString: text).rootElement()?.elements(forName: "name").first?.stringValue
    #expect(name == String(repeating: "ü", count: 31))
  }
}

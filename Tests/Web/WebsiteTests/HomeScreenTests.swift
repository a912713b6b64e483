import Configuration
import Foundation
import HTTPServer
import JSON
import TestSupport
import Testing

@testable import Website

@Suite("Home screen: manifest and icons")
struct HomeScreenTests {
  @Test(
    "Each bundled show has its icon in every size",
    arguments: ["simpsons", "wire", "movies", "cities", "web"])
  func icons(show: String) throws {
    for form in Emblem.Form.allCases {
      let path = Emblem.path(of: form, beside: "icons/\(show).svg")
      let file = try Data(contentsOf: URL(fileURLWithPath: "\(TestSite.resources)/Public/\(path)"))
      let header = Array(file.prefix(24))
      try #require(header.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
      let sides = [header[16..<20], header[20..<24]].map { $0.reduce(0) { $0 << 8 | Int($1) } }
      #expect(sides == [form.side, form.side], "\(path)")
      #expect(file.count < 16 << 10, "\(path)")
    }
  }

  @Test("The manifest has the show's package id and stays within the base path", arguments: ["", "/tv"])
  func manifest(base: String) throws {
    let test = try TestSite(TestSite.cast, base: base, favorites: MemoryFavorites())
    let response = test.get("\(base)/manifest.webmanifest")
    #expect(response.header("Content-Type") == "application/manifest+json")
    let manifest = try JSONValue(parsing: response.body)
    #expect(manifest["id"]?.string == "com.example.viewer")
    #expect(manifest["name"]?.string == "Test Viewer")
    #expect(manifest["short_name"]?.string == "Test")
    #expect(manifest["start_url"]?.string == "\(base)/")
    #expect(manifest["scope"]?.string == "\(base)/")
    #expect(manifest["display"]?.string == "standalone")
    #expect(manifest["lang"]?.string == "en")
    #expect(manifest["dir"]?.string == "ltr")
    // The colour of the tile; that of the bar is the page's.
    for key in ["background_color", "theme_color"] { #expect(manifest[key]?.string == "#ffd84d") }
    #expect(test.text("\(base)/").contains(#/<meta name="theme-color" content="#f4f4f2" media="[^"]*light/#))
    #expect(manifest["shortcuts"]?.array?.first?["url"]?.string == "\(base)/favorites")
    #expect(test.text("\(base)/").contains("<link rel=\"manifest\" href=\"\(base)/manifest.webmanifest\">"))
  }

  @Test("Each icon of the manifest is served with its type", arguments: ["", "/tv"])
  func iconsServed(base: String) throws {
    let test = try TestSite(TestSite.cast, base: base)
    let manifest = try JSONValue(parsing: test.get("\(base)/manifest.webmanifest").body)
    let icons = try #require(manifest["icons"]?.array)
    #expect(
      icons.map { "\($0["sizes"]?.string ?? "") \($0["purpose"]?.string ?? "")" } == [
        "192x192 any", "512x512 any", "192x192 maskable", "512x512 maskable", "any any",
      ])
    for icon in icons {
      let response = test.get(try #require(icon["src"]?.string))
      #expect(response.status == 200)
      #expect(response.header("Content-Type") == icon["type"]?.string)
    }
    #expect(manifest["shortcuts"] == nil)
  }

  @Test("Every page links to the apple-touch-icon, which is served")
  func touchIcon() throws {
    let test = try TestSite(TestSite.cast)
    let page = test.text("/nowhere")
    let start = try #require(page.range(of: "rel=\"apple-touch-icon\" href=\"")).upperBound
    let response = test.get(String(page[start...].prefix { $0 != "\"" }))
    #expect(response.header("Content-Type") == "image/png")
    #expect(response.header("Content-Encoding") == nil)
  }

  @Test("A show with an SVG icon only has no apple-touch-icon")
  func drawingOnly() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Templates", "Public", "config"] {
      try FileManager.default.copyItem(
        at: URL(fileURLWithPath: "\(TestSite.resources)/\(name)"), to: folder.appendingPathComponent(name))
    }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("Public/icons/simpsons"))
    let test = try TestSite(TestSite.cast, resources: folder.path)
    let manifest = try JSONValue(parsing: test.get("/manifest.webmanifest").body)
    #expect(manifest["icons"]?.array?.map { $0["sizes"]?.string } == ["any"])
    #expect(!test.text("/").contains("apple-touch-icon"))
  }
}

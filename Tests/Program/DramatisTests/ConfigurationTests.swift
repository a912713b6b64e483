import Configuration
import Foundation
import JSON
import ShowFiles
import TestSupport
import Testing

@testable import dramatis

@Suite("Field table, decoder and schema")
struct ConfigurationTests {
  private static let table = ShowFile.fields
  private static let kinds = ["duckduckgo", "tmdb", "cities", "suggestions"]

  /// Fields allowed for a show with this kind of feed.
  private static func fields(_ kind: String) -> [SettingField] {
    table.fields.filter { $0.kind == nil || $0.kind == kind }
  }

  /// A path in a document, with `de` for a language chosen by the show.
  private static func place(_ path: String) -> String { path.replacing("*", with: "de") }

  /// Paths of the objects whose keys are fields.
  private static func objects(_ fields: [SettingField]) -> [String] {
    fields.compactMap { field in
      switch field.form.fields {
      case .own: field.path
      case .ofEach: "\(field.path).*"
      case nil: nil
      }
    }
  }

  private static func faults(_ document: JSONValue) -> [String] {
    var writer = JSONWriter()
    writer.value(document)
    do throws(ConfigurationFaults) {
      _ = try ShowFile(path: "x.json").read(writer.bytes)
      return []
    } catch {
      return error.lines.map { String($0.split(separator: " ", maxSplits: 1)[1]) }
    }
  }

  private func schema() throws -> SchemaValidator {
    SchemaValidator(schema: try JSONValue(parsing: Explain.schema.utf8))
  }

  /// A document of these fields' examples, with the objects around them.
  private static func document(_ fields: [SettingField], kind: String) throws -> JSONValue {
    var document = JSONValue.object([:])
    for field in fields {
      let value = try field.example.map { try JSONValue(parsing: $0.text().utf8) }
      document.set(place(field.path)[...], value ?? .object([:]))
    }
    document.set("feed.kind", .string(kind))
    return document
  }

  /// The smallest valid document.
  private static func smallest(_ kind: String) throws -> JSONValue {
    let all = fields(kind)
    let optional = Set(all.filter { !$0.isRequired }.map(\.path))
    return try document(all.filter { $0.isRequired && !optional.contains($0.parent) }, kind: kind)
  }

  @Test("Table and decoder have the same fields", arguments: kinds)
  func sameFields(kind: String) throws {
    let fields = Self.fields(kind)
    let objects = [""] + Self.objects(fields)
    var document = JSONValue.object([:])
    for object in objects { document.set("\(object.isEmpty ? "" : "\(Self.place(object)).")?", .null) }
    document.set("feed.kind", .string(kind))
    var known: [String: [String]] = [:]
    for fault in Self.faults(document).filter({ $0.contains("?: unknown key") }) {
      let mark = try #require(fault.firstRange(of: "?: unknown key; known keys here: "), "\(fault)")
      let keys = fault[mark.upperBound...].prefix { $0 != ";" && $0 != "(" }
      known[String(fault[..<mark.lowerBound].dropLast())] = keys.split(separator: ", ").map(String.init)
    }
    for object in objects {
      let listed = fields.filter { $0.parent == object }.map(\.key)
      #expect(known[Self.place(object)]?.sorted() == listed.sorted(), "\(object)")
    }
  }

  @Test("Table and decoder require the same fields", arguments: kinds)
  func sameRequirements(kind: String) throws {
    let fields = Self.fields(kind)
    var document = JSONValue.object([:])
    for object in Self.objects(fields) { document.set(Self.place(object)[...], .object([:])) }
    document.set("feed.kind", .string(kind))
    let missing = Self.faults(document).filter { $0.contains(": is missing;") }
    #expect(
      missing.map { String($0.prefix { $0 != ":" }) }.sorted()
        == fields.filter {
          if case .own = $0.form.fields { false } else { $0.isRequired && $0.path != "feed.kind" }
        }.map { Self.place($0.path) }.sorted())
  }

  @Test("The examples are valid together, and so are those of required fields alone", arguments: kinds)
  func examples(kind: String) throws {
    let schema = try schema()
    let all = try Self.document(Self.fields(kind), kind: kind)
    for document in [all, try Self.smallest(kind)] {
      #expect(Self.faults(document).isEmpty)
      #expect(try schema.accepts(document))
    }
  }

  @Test("Decoder and schema agree on values of every kind for every field", arguments: kinds)
  func agreement(kind: String) throws {
    let schema = try schema()
    let values: [JSONValue] = [
      .null, .bool(true), .number(7), .number(0.5), .number(-1), .string(""), .string("x"),
      .string("a\u{1}b"), .string("a\r\nb"), .array([]), .array([.string("a")]),
      .array([.string("a"), .string("a")]), .array([.string("")]), .array([.number(1)]), .object([:]),
      .object(["popular": .string("y")]), .object(["//": .null]),
    ]
    // Only the decoder checks that titles belong to sections.
    let sound = try Self.document(Self.fields(kind).filter { $0.path != "feed.titles" }, kind: kind)
    // In the quick run, fields of all kinds are tested with one of the kinds.
    let isWhole = isThorough || kind == Self.kinds.first
    for field in Self.fields(kind) where field.path != "feed" && (isWhole || field.kind != nil) {
      for value in values {
        var document = sound
        document.set(Self.place(field.path)[...], value)
        let faults = Self.faults(document)
        #expect(try schema.accepts(document) == faults.isEmpty, "\(field.path): \(value): \(faults)")
      }
    }
  }

  @Test(
    "Decoder and schema agree on almost valid texts",
    arguments: [
      ("packageID", ["a.b": true, "a": false, "a.1b": false, "a.b_1": true, "a..b": false, "_a.b": false]),
      ("looks.accent", ["#00000": false, "#00000g": false, "#00006A": true, "000000": false]),
      ("looks.pictureAspect", ["100:100": true, "03:4": false, "+3:4": false, "3:4:": false, "0:1": false]),
      (
        "looks.icon",
        [
          "a.svg": true, "/a.svg": false, "../a.svg": false, "a/../b.svg": false, "a..b.svg": true,
          "a.png": false, ".svg": true,
        ]
      ),
      ("markup", ["inline": true, "all": false]), ("search.match", ["prefix": true, "fuzzy": false]),
      ("credit.link", ["http://": true, "https://x": true, "ftp://x": false, "//x": false]),
      (
        "feed.address",
        [
          "ftp://x.example": false, "HTTP://x.example": true, "x.example": false,
          "http://me:key@x.example/": false,
        ]
      ),
      (
        "server.basePath",
        ["/": true, "a/b/": true, "/~x/..y": true, "/a b": false, "/a/..": false, "/ä": false]
      ),
      ("name", [" ": false, "\u{A0}": false, " x ": true, "日本": true]),
      ("feed.kind", ["rss": false]), ("language", ["pt-BR": true, "e": false, "en_GB": false, "en-": false]),
      ("nouns.de.counted.few", ["{count} Figuren": true, "{n} Figuren": false, "{count": false]),
    ])
  func nearlyRight(path: String, texts: [String: Bool]) throws {
    let schema = try schema()
    for (text, isSound) in texts {
      var document = try Self.document(Self.fields("duckduckgo"), kind: "duckduckgo")
      document.set(path[...], .string(text))
      #expect(Self.faults(document).isEmpty == isSound, "\(text)")
      #expect(try schema.accepts(document) == isSound, "\(text)")
    }
  }

  @Test("Only the decoder checks contrast and the limits of aspect ratios")
  func decoderOnly() throws {
    for (path, text) in [("looks.accent", "#ffff00"), ("looks.pictureAspect", "1:9")] {
      var document = try Self.smallest("duckduckgo")
      document.set(path[...], .string(text))
      #expect(try schema().accepts(document))
      #expect(Self.faults(document).count == 1)
    }
  }

  @Test("The schema file is the generated one")
  func file() throws {
    let path = "\(Program.resources)/config/show.schema.json"
    // Not compared within the expectation, which would print both schemas.
    let isFresh = try String(contentsOfFile: path, encoding: .utf8) == Explain.schema
    #expect(isFresh, "dramatis explain --schema > config/show.schema.json")
  }

  @Test("Every bundled show is valid for decoder and schema")
  func shipped() throws {
    let folder = "\(Program.resources)/config"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    #expect(names.count >= 5)
    for name in names {
      let bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name)"))
      #expect(try schema().accepts(JSONValue(parsing: Array(bytes))), "\(name)")
      #expect(throws: Never.self) { try ShowFile(path: "\(folder)/\(name)").read() }
    }
  }
}

extension JSONValue {
  /// Sets a member and creates the objects around it.
  fileprivate mutating func set(_ path: Substring, _ value: JSONValue) {
    var members = object ?? [:]
    let key = path.prefix { $0 != "." }
    if key.endIndex == path.endIndex {
      members[String(key)] = value
    } else {
      var inner = members[String(key)] ?? .object([:])
      inner.set(path[path.index(after: key.endIndex)...], value)
      members[String(key)] = inner
    }
    self = .object(members)
  }
}

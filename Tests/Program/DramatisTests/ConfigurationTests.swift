import Configuration
import Foundation
import JSON
import ShowFiles
import TestSupport
import Testing

@testable import dramatis

@Suite("Field table and decoder")
struct ConfigurationTests {
  private static let table = ShowFile.fields
  private static let kinds = ["duckduckgo", "tmdb", "cities", "suggestions"]

  /// Fields allowed for a show with this kind of feed.
  private static func fields(_ kind: String) -> [SettingField] {
    table.fields.filter { $0.kind == nil || $0.kind == kind }
  }

  /// A path in a document, with `de` for a language chosen by the show.
  private static func place(_ path: String) -> String { path.replacing("*", with: "de") }

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

  @Test("The examples are valid together, and so are those of required fields alone", arguments: kinds)
  func examples(kind: String) throws {
    let all = try Self.document(Self.fields(kind), kind: kind)
    for document in [all, try Self.smallest(kind)] { #expect(Self.faults(document).isEmpty) }
  }

  @Test("The schema file is the generated one")
  func file() throws {
    let path = "\(Program.resources)/config/show.schema.json"
    // Not compared within the expectation, which would print both schemas.
    let isFresh = try String(contentsOfFile: path, encoding: .utf8) == Explain.schema
    #expect(isFresh, "dramatis explain --schema > config/show.schema.json")
  }

  @Test("Every bundled show is valid")
  func shipped() throws {
    let folder = "\(Program.resources)/config"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
    #expect(names.count >= 5)
    for name in names {
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

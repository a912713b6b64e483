import Configuration
import JSON
import ShowFiles
import Testing

@Suite("Examples of the fields of a show's file")
struct ExamplesTests {
  private static let kinds = ["duckduckgo", "tmdb", "cities", "suggestions"]

  private static func faults(_ document: JSONValue) -> [String] {
    var writer = JSONWriter()
    writer.value(document)
    do throws(ConfigurationFaults) {
      _ = try ShowFile(path: "x.json").read(writer.bytes)
      return []
    } catch {
      return error.lines
    }
  }

  /// A document of these fields' examples, with the objects around them.
  private static func document(_ fields: [SettingField], kind: String) throws -> JSONValue {
    var document = JSONValue.object([:])
    for field in fields {
      let value = try field.example.map { try JSONValue(parsing: $0.text().utf8) }
      // `de` for a language that the show chooses.
      document.set(field.path.replacing("*", with: "de")[...], value ?? .object([:]))
    }
    document.set("feed.kind", .string(kind))
    return document
  }

  @Test("The examples are valid together, and so are those of required fields alone", arguments: kinds)
  func examples(kind: String) throws {
    let all = ShowFile.fields.fields.filter { $0.kind == nil || $0.kind == kind }
    let optional = Set(all.filter { !$0.isRequired }.map(\.path))
    let required = all.filter { $0.isRequired && !optional.contains($0.parent) }
    for fields in [all, required] {
      #expect(Self.faults(try Self.document(fields, kind: kind)) == [])
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

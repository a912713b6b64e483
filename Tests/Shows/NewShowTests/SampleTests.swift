import Catalogs
import Foundation
import JSON
import Records
import System
import TestSupport
import Testing

@testable import NewShow

/// Each file of `Tests/Samples` has a claim, and lists with the show that is guessed for each, its first records, and
/// what is said about it.
@Suite("Sample lists")
struct SampleTests {
  private static let folder = "\(projectFolder)/Tests/Samples"
  private static let files = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  private static let (list, result) = ("\n=== list", "\n=== is read as\n")

  @Test(
    "A list is guessed and read as its file says; SAMPLES=write writes what is read now", arguments: files)
  func sample(file: String) throws {
    let path = "\(Self.folder)/\(file)"
    let expected = try Data(contentsOf: URL(filePath: path))
    let parts = Array(expected).split(separator: Array(Self.list.utf8))
    var found = Array(try #require(parts.first))
    for part in parts.dropFirst() {
      let pieces = part.split(
        separator: Array(Self.result.utf8), maxSplits: 1, omittingEmptySubsequences: false)
      let line = pieces[0].prefix { $0 != UInt8(ascii: "\n") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ").map(String.init)
      let bytes = Array(pieces[0].dropFirst(line.count + 1))
      let said = Self.said(of: bytes, entries: words.isEmpty ? nil : words)
      if part == parts[1] {
        let packed = try #require(Gzip.compress(bytes))
        #expect(Self.said(of: packed, entries: words.isEmpty ? nil : words) == said)
      }
      found += Array(Self.list.utf8) + pieces[0] + Array("\(Self.result)\(said)".utf8)
    }
    if ProcessInfo.processInfo.environment["SAMPLES"] == "write" {
      try Data(found).write(to: URL(filePath: path))
    } else if found != Array(expected) {
      let lines = [Data(found), expected].map { String(decoding: $0, as: UTF8.self).split(separator: "\n") }
      let change = zip(lines[0], lines[1]).first { $0 != $1 }
      Issue.record("\(file): \(change?.0 ?? "") instead of \(change?.1 ?? "")")
    }
  }

  @Test("Every field of a sample is used or left out with a reason", arguments: files)
  func account(file: String) throws {
    let parts = Array(try Data(contentsOf: URL(filePath: "\(Self.folder)/\(file)"))).split(
      separator: Array(Self.list.utf8))
    for part in parts.dropFirst() {
      let pieces = part.split(
        separator: Array(Self.result.utf8), maxSplits: 1, omittingEmptySubsequences: false)
      let list = Numbers(Array(pieces[0].drop { $0 != UInt8(ascii: "\n") }.dropFirst()))
      guard
        let guess = try? RecordGuess(list, reserved: FactField.reservedNames, naming: FactField.name),
        guess.query == nil, var reader = try? RecordReader(list, entries: guess.entries)
      else { continue }
      var known = Set(guess.facts.map(\.source) + guess.leftOut.map(\.path))
      for source in guess.fields.flatMap(\.sources) + guess.facts.map(\.source) {
        for path in RecordText(source)?.paths ?? [] {
          known.formUnion(path.text.split(separator: " || ").map(String.init))
        }
      }
      while let record = try? reader.next() {
        var paths: Set<String> = []
        Self.collect(record, [], to: &paths)
        let missing = paths.filter { path in !known.contains { path == $0 || path.hasPrefix("\($0).") } }
        #expect(missing.isEmpty)
      }
    }
  }

  /// The paths of the values of a record.
  private static func collect(_ value: JSONValue, _ names: [String], to paths: inout Set<String>) {
    switch value {
    case .object(let members):
      guard names.count < 5 else { return }
      for (name, member) in members { collect(member, names + [name], to: &paths) }
    case .array(let elements): for element in elements.prefix(20) { collect(element, names, to: &paths) }
    default:
      let isText = names.count > 1 && names.last == "#text"
      if value.recordText != nil { paths.insert(RecordPath.written(isText ? names.dropLast() : names)) }
    }
  }

  @Test("There are samples")
  func some() {
    #expect(Self.files.count > 50)
  }

  /// The members of a guessed show's feed and what is not shown; form, warnings and the first records of the list.
  private static func said(of bytes: [UInt8], entries: [String]?) -> String {
    var lines: [String] = []
    var path = entries ?? []
    do {
      let guess = try RecordGuess(Numbers(bytes), reserved: FactField.reservedNames, naming: FactField.name)
      path = entries ?? guess.entries
      lines.append(JSONOutline.members(guess.members).text())
      lines += [guess.doubt].compactMap(\.self)
    } catch {
      lines.append("no show: \(error)\n")
    }
    do {
      var reader = try RecordReader(Numbers(bytes), entries: path)
      var records: [String] = []
      while let record = try reader.next() {
        var writer = JSONWriter()
        writer.value(record)
        records.append(String(decoding: writer.bytes, as: UTF8.self))
      }
      lines += ["\(reader.form), \(records.count) records"] + records.prefix(6) + reader.warnings
    } catch {
      lines.append("not read: \(error)")
    }
    return lines.joined(separator: "\n")
  }
}

import JSON
import TestSupport
import Testing

@testable import Records

@Suite("Random bytes as any form")
struct AnyBytesTests {
  private static let seeds = [
    #"[{"name": "Ada", "x": [1, {"y": null}]}, {"name": "Bo"}]"#, "{\"a\": 1}\n{\"a\": 2}\n",
    "name;\"to\"\"wn\"\nAda;\"Ro\nme\"\r\nBo;x\n",
    "<?xml version='1.0'?><feed xmlns='urn:a'><entry><t a='1'>x<![CDATA[<]]></t></entry><entry/></feed>",
    "<rss><channel><item><title>&amp;&#233;& &nbsp;</title></item></channel></rss>",
  ]

  /// A seed with some bytes changed, removed or repeated.
  private func mutated(_ seed: String, _ random: inout SeededGenerator) -> [UInt8] {
    var bytes = Array(seed.utf8)
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0...3, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.remove(at: place)
      case 2: bytes.insert(contentsOf: bytes[place...].prefix(9), at: place)
      default: bytes.insert("\"<[{,\n&".utf8.randomElement(using: &random) ?? 0, at: place)
      }
      if bytes.isEmpty { bytes = [0] }
    }
    return bytes
  }

  @Test(
    "Random bytes give records or one sentence", arguments: (RecordForm.allCases as [RecordForm?]) + [nil])
  func anything(form: RecordForm?) throws {
    var random = SeededGenerator(seed: 7)
    for round in 0..<200 {
      let bytes = mutated(Self.seeds[round % Self.seeds.count], &random)
      do throws(RecordsError) {
        let list = try List(bytes, as: form)
        #expect(list.records.allSatisfy { $0.object != nil })
      } catch {
        let sentence = error.description
        #expect(!sentence.isEmpty && !sentence.contains("\n"), "\(bytes)")
      }
    }
  }
}

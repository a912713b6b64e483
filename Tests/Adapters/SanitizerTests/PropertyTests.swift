import Sanitizer
import TestSupport
import Testing
import Text

@Suite("Properties")
struct PropertyTests {
  /// Fixed seeds, so that the test is reproducible.
  private static let seeds: [UInt64] = Array(1...8)
  private static let count = 150

  @Test("1,200 random documents keep every property", arguments: seeds)
  func random(seed: UInt64) {
    var markup = RandomMarkup(seed: seed)
    for number in 1...Self.count {
      let document = markup.document()
      guard let fault = Properties.fault(of: document) else { continue }
      Issue.record("seed \(seed), document \(number): \(fault)\n\(String(decoding: document, as: UTF8.self))")
      return
    }
  }

  @Test("Prefixes of a document keep every property")
  func prefixes() {
    let document = Array(Attack.foreignContent.map(\.html).joined().utf8)
    for length in 0...min(document.count, 600) {
      #expect(Properties.fault(of: Array(document.prefix(length))) == nil)
    }
  }

  @Test("Single bytes keep every property, alone and within a tag")
  func bytes() {
    for byte in UInt8.min...UInt8.max {
      for (before, after) in [
        ("", ""), ("a", "b"), ("<", ">"), ("<b", ">x"), ("<a title=", ">x"), ("&", ";"),
      ] {
        #expect(Properties.fault(of: Array(before.utf8) + [byte] + Array(after.utf8)) == nil)
      }
    }
  }
}

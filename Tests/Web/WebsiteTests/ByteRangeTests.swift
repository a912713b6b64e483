import Testing

@testable import Website

@Suite("Range header")
struct ByteRangeTests {
  @Test(
    "A range is one part of the body",
    arguments: [
      ("bytes=0-0", 0..<1), ("bytes=2-4", 2..<5), ("Bytes=8-", 8..<10), ("bytes=9-99", 9..<10),
      ("bytes=-3", 7..<10), ("bytes=-99", 0..<10), ("bytes=0-99999999999999999999", 0..<10),
    ])
  func parts(header: String, part: Range<Int>) {
    #expect(ByteRange(header, of: 10) == .part(part))
  }

  @Test("A range beyond the end is unsatisfiable", arguments: ["bytes=10-", "bytes=10-12", "bytes=-0"])
  func beyond(header: String) {
    #expect(ByteRange(header, of: 10) == .beyond)
    #expect(ByteRange("bytes=-1", of: 0) == .beyond)
  }

  @Test(
    "An invalid or multiple range means the whole body",
    arguments: [
      "", "bytes", "bytes=", "bytes=-", "bytes=4-2", "bytes=a-b", "bytes=0-1,3-4", "lines=0-1", "bytes=+1-2",
      "bytes=1-2-3", "bytes= 1-2",
    ])
  func whole(header: String) {
    #expect(ByteRange(header, of: 10) == .whole)
  }
}

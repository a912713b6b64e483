import ShowFiles
import TestSupport
import Testing

@Suite("Limits of a show's file")
struct ShowFileLimitsTests {
  private func faults(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = try folder.write("show.json", text)
    do throws(ConfigurationFaults) {
      _ = try ShowFile(path: file).read()
      return []
    } catch {
      return error.lines.map { String($0.dropFirst(file.count)) }
    }
  }

  @Test("A show's file over 256 KB is not read")
  func tooLong() throws {
    let comment = String(repeating: "x", count: 256 << 10)
    #expect(try faults(#"{"//": "\#(comment)"}"#) == [": it is larger than 262144 bytes"])
  }

  @Test("A show's file with over 10,000 values is refused with the place of the first excess one")
  func tooManyValues() throws {
    let values = Array(repeating: "0", count: 10_000).joined(separator: ",")
    #expect(try faults("{\"//\":\n[\(values)]}") == [":2:19998: it holds more than 10000 values"])
  }

  @Test("The first 100 faults are listed")
  func manyFaults() throws {
    let keys = (0..<5_000).map { "\"key\($0)\": 0" }.joined(separator: ", ")
    let lines = try faults("{\(keys)}")
    #expect(lines.count == 101)
    #expect(lines.last == ": … and more")
  }
}

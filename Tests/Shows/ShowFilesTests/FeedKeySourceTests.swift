import Feeds
import ShowFiles
import TestSupport
import Testing

@Suite("Keys to feeds")
struct FeedKeySourceTests {
  /// The fault of a key to TMDB in a file.
  private func fault(_ text: String) throws -> String? {
    let folder = try TemporaryFolder()
    let show = try folder.write("films.json", showDocument(feed: ["kind": "tmdb"]))
    let keys = FeedKeySource(file: try folder.write("key", text), environment: [:])
    do throws(ConfigurationFaults) {
      _ = try LoadedShow(ShowFile(path: show), keys: keys, shipped: folder.path)
      return nil
    } catch {
      return error.lines.joined(separator: "\n").replacing(folder.path, with: "")
    }
  }

  @Test("TMDB accepts 32 hexadecimal digits or a token of three parts")
  func accepted() throws {
    #expect(try fault("0123456789abcdef0123456789ABCDEF\n") == nil)
    #expect(try fault("eyJhbGciOiJIUzI1NiJ9.eyJhdWQiOiIwMSJ9.a-Z_09") == nil)
  }

  @Test(
    "A refused key is described without repeating it",
    arguments: [
      ("0123456789abcdef0123456789abcde", "found 31 of such digits"),
      (
        "0123456789abcdef0123456789abcdeg", "found 32 characters, 1 of which are not such digits"
      ),
      ("eyJhbGciOiJIUzI1NiJ9.eyJhdWQi", "found the beginning of a token, but not its three parts"),
      ("ab3", "an API Key of 32 hexadecimal digits"), ("ab3", "found 3 of such digits"),
      ("q", "found 1 characters, 1 of which are not such digits"),
      ("two words", "expected a key of visible ASCII characters, without spaces"),
      ("  \n", "expected a key of visible ASCII characters, without spaces"),
      ("kľúč", "expected a key of visible ASCII characters, without spaces"),
    ])
  func refused(text: String, words: String) throws {
    let line = try #require(try fault(text))
    #expect(line.hasPrefix("/key: "))
    #expect(line.contains(words), "\(line)")
    #expect(text.utf8.count < 4 || !line.contains(text))
    #expect(line.contains("https://www.themoviedb.org/settings/api") == line.contains("found"))
  }
}

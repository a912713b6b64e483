import Feeds
import FoundationEssentials
import JSON
import Text

extension ShowFile {
  /// Reads the show, and looks at the answers on disk that it names.
  /// - Parameter shipped: the folder to look in for answers that are not beside the file.
  /// - Returns: a line for each list of which not all records are shown.
  /// - Throws: every fault, one line each.
  @discardableResult
  public func check(shipped: String) throws(ConfigurationFaults) -> [String] {
    let bytes = try bytes()
    let (show, feed) = try read(bytes)
    var faults: [Fault] = []
    var accounts: [String] = []
    var files = [("feed.file", feed.catalog?.file, feed.catalog), ("bundled", show.bundled, feed.catalog)]
    for (index, other) in feed.alternatives.enumerated() {
      files.append(("feed.else.\(index).file", other.feed.file, other.feed))
    }
    for (key, name, feed) in files {
      guard let path = name.map({ bundled($0, shipped: shipped) }) else { continue }
      guard FileManager.default.fileExists(atPath: path) else {
        faults.append(Fault(at: key, "there is no file or folder at \(path.withoutSecrets)"))
        continue
      }
      do throws(FeedError) {
        let object = key.hasSuffix(".file") ? String(key.dropLast(5)) : "feed"
        faults += try (feed?.faults(at: path) ?? []).map { fault in
          Fault(
            at: fault.path.hasPrefix("feed.") ? object + fault.path.dropFirst(4) : fault.path, fault.expected)
        }
        if feed is RecordsFeed, let account = try? feed?.account(at: path) {
          accounts.append("\(self.path): \(key): \(account)")
        }
      } catch {
        faults.append(Fault(at: key, "\(path): \(error)"))
      }
    }
    guard faults.isEmpty else {
      // What is said of a list names the field already.
      throw ConfigurationFaults(faults, in: self.path, at: JSONPlaces(of: bytes)) {
        $0.hasPrefix("feed.") ? "" : ConfigurationFaults.hint(for: $0, kind: nil)
      }
    }
    return accounts
  }
}

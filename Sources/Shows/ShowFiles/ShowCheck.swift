import Configuration
import Feeds
import FoundationEssentials
import JSON
import Text

extension ShowFile {
  /// Checks the show, and the files that it names.
  /// - Parameters:
  ///   - shipped: the folder of answers that are not beside the file.
  ///   - icons: the public folder; nil if the icon is not looked for.
  /// - Returns: a line for each list with skipped records, and one for each warning about a list.
  /// - Throws: every fault, one line each.
  @discardableResult
  public func check(shipped: String, icons: String? = nil) throws(ConfigurationFaults) -> [String] {
    let bytes = try bytes()
    // Not of the show, which is missing after any fault.
    let document = try document(bytes)
    let (_, feed, settings) = try parts(bytes)
    var faults: [Fault] = []
    var accounts = try notes(bytes)
    if let icons, let icon = document["looks"]?["icon"]?.string,
      !FileManager.default.fileExists(atPath: "\(icons)/\(icon)")
    {
      faults.append(Fault(at: "looks.icon", "there is no file at \(icons)/\(icon)"))
    }
    for list in lists(of: feed, bundled: document["bundled"]?.string) {
      let found = examined(list, shipped: shipped)
      faults += found.faults
      accounts += found.accounts
    }
    // Faults of a list name the field already.
    let placed = ConfigurationFaults(faults, in: self.path, at: JSONPlaces(of: bytes)) {
      $0.hasPrefix("feed.") || $0 == "looks.icon" ? "" : ConfigurationFaults.hint(for: $0, kind: nil)
    }
    guard settings.lines.isEmpty, placed.lines.isEmpty else {
      throw ConfigurationFaults(lines: settings.lines + placed.lines)
    }
    return accounts
  }

  /// A list that the file names: the setting with its path, and the feed that reads it.
  private typealias NamedList = (key: String, name: String?, feed: (any Feed)?)

  private func lists(of feed: ShowFeed?, bundled: String?) -> [NamedList] {
    var lists: [NamedList] = [
      ("bundled", bundled, feed?.catalog), ("feed.file", feed?.catalog?.file, feed?.catalog),
    ]
    for (index, other) in (feed?.alternatives ?? []).enumerated() {
      lists.append(("feed.else.\(index).file", other.feed.file, other.feed))
    }
    return lists
  }

  /// The faults of a list, and lines about the records that are not shown and the fields that the mapping does not name.
  private func examined(_ list: NamedList, shipped: String) -> (faults: [Fault], accounts: [String]) {
    guard let name = list.name, let feed = list.feed else { return ([], []) }
    let (key, object) = (list.key, list.key == "bundled" ? "feed" : String(list.key.dropLast(5)))
    var (faults, accounts) = ([Fault](), [String]())
    if key != "bundled", feed is RecordsFeed, feed.address != nil {
      faults.append(
        Fault(at: "\(object).address", "is not asked, since the list is in \"file\"; leave one of them out"))
    }
    let place = bundled(name, shipped: shipped)
    guard FileManager.default.fileExists(atPath: place) else {
      return (faults + [Fault(at: key, "there is no file or folder at \(place.withoutSecrets)")], [])
    }
    do throws(FeedError) {
      let answer = try FeedAnswer(path: place)
      faults += try feed.faults(of: answer).map { fault in
        Fault(
          at: fault.path.hasPrefix("feed.") ? object + fault.path.dropFirst(4) : fault.path, fault.expected)
      }
      guard let records = feed as? RecordsFeed else { return (faults, []) }
      accounts = ((try? feed.account(of: answer)) ?? []).map { "\(path): \(key): \($0)" }
      let unused = try records.unused(of: answer)
      if !unused.isEmpty {
        let more = unused.count > 20 ? " and \(unused.count - 20) more" : ""
        accounts.append(
          "\(path): \(key): not shown, since \(object) does not name them: "
            + unused.prefix(20).joined(separator: ", ") + more)
      }
    } catch {
      faults.append(Fault(at: key, "\(place): \(error)"))
    }
    return (faults, accounts)
  }
}

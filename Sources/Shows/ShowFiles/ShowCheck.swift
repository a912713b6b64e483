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
    var sources = [("feed", feed?.catalog)]
    for (index, other) in (feed?.alternatives ?? []).enumerated() {
      sources.append(("feed.else.\(index)", other.feed))
    }
    var files = [("bundled", document["bundled"]?.string, feed?.catalog)]
    for (object, feed) in sources {
      files.append(("\(object).file", feed?.file, feed))
      if feed is RecordsFeed, feed?.file != nil, feed?.address != nil {
        faults.append(
          Fault(at: "\(object).address", "is not asked, since the list is in \"file\"; leave one of them out")
        )
      }
    }
    for (key, name, feed) in files {
      guard let name, let feed else { continue }
      let path = bundled(name, shipped: shipped)
      guard FileManager.default.fileExists(atPath: path) else {
        faults.append(Fault(at: key, "there is no file or folder at \(path.withoutSecrets)"))
        continue
      }
      let object = key.hasSuffix(".file") ? String(key.dropLast(5)) : "feed"
      do throws(FeedError) {
        let answer = try FeedAnswer(path: path)
        faults += try feed.faults(of: answer).map { fault in
          Fault(
            at: fault.path.hasPrefix("feed.") ? object + fault.path.dropFirst(4) : fault.path, fault.expected)
        }
        accounts += try self.accounts(of: answer, feed, key, object)
      } catch {
        faults.append(Fault(at: key, "\(path): \(error)"))
      }
    }
    // Faults of a list name the field already.
    let found = ConfigurationFaults(faults, in: self.path, at: JSONPlaces(of: bytes)) {
      $0.hasPrefix("feed.") || $0 == "looks.icon" ? "" : ConfigurationFaults.hint(for: $0, kind: nil)
    }
    guard settings.lines.isEmpty, found.lines.isEmpty else {
      throw ConfigurationFaults(lines: settings.lines + found.lines)
    }
    return accounts
  }

  /// Lines about the records that are not shown, and the fields that the mapping does not name.
  private func accounts(
    of answer: FeedAnswer, _ feed: any Feed, _ key: String, _ object: String
  ) throws(FeedError) -> [String] {
    guard let records = feed as? RecordsFeed else { return [] }
    var accounts = ((try? feed.account(of: answer)) ?? []).map { "\(path): \(key): \($0)" }
    let unused = try records.unused(of: answer)
    if !unused.isEmpty {
      let more = unused.count > 20 ? " and \(unused.count - 20) more" : ""
      accounts.append(
        "\(path): \(key): not shown, since \(object) does not name them: "
          + unused.prefix(20).joined(separator: ", ") + more)
    }
    return accounts
  }
}

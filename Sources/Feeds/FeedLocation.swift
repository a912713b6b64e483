import FoundationEssentials
public import Fetching

/// Where the user wants the feed's answers taken from, instead of its configured address.
public enum FeedLocation: Sendable, Hashable {
  case address(WebAddress)
  /// A file, or a folder that holds one file for each section, named by the section's id.
  case path(String)

  /// Nil for an http or https address that cannot be read; anything else is a path.
  public init?(_ text: String) {
    let start = text.prefix(8).lowercased()
    guard start.hasPrefix("http://") || start.hasPrefix("https://") else {
      self = .path(text)
      return
    }
    guard let address = WebAddress(text) else { return nil }
    self = .address(address)
  }
}

extension FeedAnswer {
  /// Reads a file, or the files of a folder in the order of their names.
  init(path: String) throws(FeedError) {
    do {
      let files = FileManager.default
      var isFolder = false
      guard files.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
        try self.init(kept: Array(Data(contentsOf: URL(filePath: path))))
        return
      }
      let names = try files.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
      let parts = try names.map { name in
        let stem = name.prefix { $0 != "." }
        return Part(name: String(stem), bytes: Array(try Data(contentsOf: URL(filePath: "\(path)/\(name)"))))
      }
      self.init(parts: parts)
    } catch let error as FeedError {
      throw error
    } catch {
      throw .unreadable(path: path, reason: Self.reason(error))
    }
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: "there is no such file"
    case .fileReadNoPermission?: "permission denied"
    default: "it is no regular file"
    }
  }
}

/// The scripts that keep pages for when the server is out of reach, or take away what was kept.
enum OfflineScripts {
  private static let worker = "service-worker.js"
  private static let page = "scripts/offline.js"

  /// Takes the worker's script out of the public files and leaves the right one of the page's two.
  /// - Parameter folder: where the files come from, for faults.
  static func take(
    from files: inout [String: [UInt8]], isOn: Bool, folder: String
  ) throws(SiteError) -> [UInt8] {
    let removals = (files.removeValue(forKey: removal(worker)), files.removeValue(forKey: removal(page)))
    let kept = files.removeValue(forKey: worker)
    if isOn {
      guard let kept else { throw .missing("\(folder)/\(worker)") }
      return kept
    }
    guard let worker = removals.0 else { throw .missing("\(folder)/\(removal(worker))") }
    files[page] = removals.1
    return worker
  }

  private static func removal(_ path: String) -> String { "\(path.dropLast(3))-removal.js" }
}

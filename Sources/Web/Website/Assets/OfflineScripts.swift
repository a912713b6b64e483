/// The scripts that keep pages for when the server is out of reach, or take away what was kept.
enum OfflineScripts {
  private static let worker = "service-worker.js"
  private static let page = "scripts/offline.js"
  /// Takes away what was kept; kiosks have it too.
  private static let forgetting = "scripts/forget.js"

  /// Takes the worker's script out of the public files and leaves the right one of the page's two.
  /// - Parameter folder: where the files come from, for faults.
  static func take(
    from files: inout [String: [UInt8]], isOn: Bool, folder: String
  ) throws(SiteError) -> [UInt8] {
    let removal = files.removeValue(forKey: "service-worker-removal.js")
    let kept = files.removeValue(forKey: worker)
    if isOn {
      guard let kept else { throw .missing("\(folder)/\(worker)") }
      return kept
    }
    guard let removal else { throw .missing("\(folder)/service-worker-removal.js") }
    files[page] = files[forgetting]
    return removal
  }
}

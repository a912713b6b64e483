/// The files of `Public/` as they are served.
struct PublicFiles: Sendable {
  /// The script that browsers run beside the pages, or the one that removes it.
  let worker: [UInt8]
  /// Names under which they are served, by their paths in the folder.
  let names: [String: String]
  private let files: [String: PublicFile]
  /// Where they come from, for faults.
  private let folder: String

  /// - Parameter files: by their paths in the folder.
  init(_ files: [String: PublicFile], worker: [UInt8], folder: String) {
    (self.worker, self.folder) = (worker, folder)
    names = files.mapValues(\.name)
    self.files = Dictionary(files.values.map { ($0.name, $0) }) { first, _ in first }
  }

  subscript(name: String) -> PublicFile? { files[name] }

  /// - Throws: `SiteError.missing` for the first that is not there.
  func require(_ paths: [String]) throws(SiteError) {
    for path in paths where names[path] == nil { throw .missing("\(folder)/\(path)") }
  }
}

import FoundationEssentials
import Glibc

/// Which pictures are on disk, and how much room they take.
struct PictureIndex {
  private struct File {
    let size: Int
    /// Grows with each use.
    var lastUse: Int
  }

  private var files: [String: File] = [:]
  /// Bytes of all.
  private(set) var size = 0
  private var uses = 0

  /// Lists a folder, files not changed for longest first, and removes unfinished files from it.
  init(of directory: String) throws {
    var found: [(name: String, size: Int, changed: Int)] = []
    for name in try FileManager.default.contentsOfDirectory(atPath: directory) {
      let path = "\(directory)/\(name)"
      var status = stat()
      if PictureFile.isName(name), stat(path, &status) == 0 {
        found.append((name, status.st_size, status.st_mtim.tv_sec))
      } else if name.hasSuffix(PictureFile.unfinished) {
        unlink(path)
      }
    }
    for file in found.sorted(by: { $0.changed < $1.changed }) { insert(file.name, size: file.size) }
  }

  init() {}

  var count: Int { files.count }

  func contains(_ name: String) -> Bool { files[name] != nil }

  mutating func insert(_ name: String, size: Int) {
    remove(name)
    uses += 1
    files[name] = File(size: size, lastUse: uses)
    self.size += size
  }

  mutating func remove(_ name: String) {
    if let file = files.removeValue(forKey: name) { size -= file.size }
  }

  mutating func use(_ name: String) {
    uses += 1
    files[name]?.lastUse = uses
  }

  /// Forgets files until the rest takes a tenth less than `capacity`, those unused for longest first, and
  /// returns their names; none while there is room. The tenth keeps this from being done for each picture.
  mutating func evict(capacity: Int) -> [String] {
    guard size > capacity else { return [] }
    var evicted: [String] = []
    for (name, _) in files.sorted(by: { $0.value.lastUse < $1.value.lastUse }) {
      guard size > capacity - capacity / 10 else { break }
      remove(name)
      evicted.append(name)
    }
    return evicted
  }
}

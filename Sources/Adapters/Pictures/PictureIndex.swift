import FoundationEssentials
import Glibc
import System

/// Which pictures are on disk, by the names of their files, and how much room they take.
typealias PictureIndex = RecencyCache<String, Void>

extension PictureIndex {
  /// Lists a folder, files not changed for longest first, and removes unfinished files from it.
  init(of directory: String) throws {
    self.init()
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

  mutating func insert(_ name: String, size: Int) { insert((), for: name, cost: size) }
}

import FoundationEssentials

/// What `/sys/class/net` says about the kind of an interface.
package struct NetworkDevice {
  private let path: String

  /// - Parameter root: the folder that has a folder for each interface.
  package init(_ name: String, root: String = "/sys/class/net") {
    path = "\(root)/\(name)"
  }

  /// Whether it is a device, or a bridge, bond or the like that stands on one.
  package var isHardware: Bool { isHardware(depth: 4) }

  /// Whether it is a bridge that leads to no device: one of containers or virtual machines.
  package var isInnerBridge: Bool { holds("bridge") && !isHardware }

  private func isHardware(depth: Int) -> Bool {
    if holds("device") { return true }
    guard depth > 0 else { return false }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.contains { name in
      // The links to what it stands on.
      name.hasPrefix("lower_") && Self(at: "\(path)/\(name)").isHardware(depth: depth - 1)
    }
  }

  private init(at path: String) {
    self.path = path
  }

  private func holds(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }
}

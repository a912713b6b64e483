import FoundationEssentials
import JSON

extension ShowFile {
  /// Reads the show, and looks for the bundled answers that it names.
  /// - Parameter shipped: the folder to look in for answers that are not beside the file.
  /// - Throws: every fault, one line each.
  public func check(shipped: String) throws(ConfigurationFaults) {
    let bytes = try bytes()
    let show = try read(bytes).show
    guard let path = show.bundled.map({ bundled($0, shipped: shipped) }),
      !FileManager.default.fileExists(atPath: path)
    else { return }
    let fault = Fault(at: "bundled", "there is no file or folder at \(path)")
    throw ConfigurationFaults([fault], in: self.path, at: JSONPlaces(of: bytes), kind: nil)
  }
}

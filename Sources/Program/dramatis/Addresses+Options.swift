import Website

extension Addresses {
  /// Those below a base path.
  init(path: String) throws(StartError) {
    guard let addresses = Addresses(base: path) else {
      throw StartError("the base path \"\(path)\" is not valid; use a path of plain names such as /films")
    }
    self = addresses
  }
}

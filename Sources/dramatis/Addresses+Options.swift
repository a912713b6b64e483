import Configuration
import Flags
import Website

extension Addresses {
  /// Those below the base path that the options name, or else the show's file.
  init(_ options: Options, _ show: Show) throws(StartError) {
    let path = options.basePath ?? show.serving.basePath
    guard let addresses = Addresses(base: path) else {
      throw StartError("the base path \"\(path)\" is not valid; use a path of plain names such as /films")
    }
    self = addresses
  }
}

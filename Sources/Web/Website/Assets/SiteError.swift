/// Why the site cannot be built; one sentence for who runs it.
public enum SiteError: Error, CustomStringConvertible {
  case missing(String)
  case template(String)
  case locale(String)
  case copy(String)

  public var description: String {
    switch self {
    case .missing(let path): "\(path) cannot be read; is --resources the folder with Templates and Public?"
    case .template(let explanation), .locale(let explanation), .copy(let explanation): explanation
    }
  }
}

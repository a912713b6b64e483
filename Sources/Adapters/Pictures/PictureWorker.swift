import CPictureCodecs
import Glibc

/// The process that a picture is decoded in: sandboxed before it has read a byte, and gone after one picture.
public enum PictureWorker {
  /// What the program is called with to be one; no usage mentions it.
  public static let command = "scale-picture"

  private static let sources: [String: picture_source] = [
    "image/jpeg": PICTURE_JPEG, "image/png": PICTURE_PNG, "image/gif": PICTURE_GIF,
    "image/webp": PICTURE_WEBP,
    "image/avif": PICTURE_AVIF, "image/svg+xml": PICTURE_SVG,
  ]

  /// Whether there is a decoder for a kind of picture.
  static func takes(_ mediaType: String) -> Bool { sources[mediaType] != nil }

  static func arguments(_ mediaType: String, _ scaling: PictureScaling) -> [String] {
    [command, mediaType] + scaling.words
  }

  /// Scales the picture at standard input to standard output, and ends the process.
  /// - Parameter arguments: those after the command.
  public static func run(_ arguments: [String]) -> Never {
    guard let source = arguments.first.flatMap({ sources[$0] }),
      let scaling = PictureScaling(words: Array(arguments.dropFirst()))
    else { _exit(2) }
    var order = scaling.order(of: source)
    // Nothing of the program itself is to run any more.
    _exit(Int32(picture_scale(&order).rawValue))
  }
}

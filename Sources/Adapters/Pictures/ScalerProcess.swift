import CPictureCodecs
import Glibc
import System

/// Runs the program in a new process for one picture, and collects its output.
struct ScalerProcess {
  /// Path of the program.
  let program: String
  /// Called several times a second; true ends the process.
  let isCancelled: @Sendable () -> Bool

  /// - Parameters:
  ///   - outputLimit: bytes of output beyond which the process is ended.
  ///   - patience: seconds that it takes at most.
  func run(
    _ arguments: [String], input: [UInt8], outputLimit: Int, patience: Double
  ) throws(ScalingFault) -> [UInt8] {
    let (output, status): ([UInt8], Int32)
    do throws(SandboxFault) {
      let process = try SandboxedProcess(
        program, arguments, input: [input], patience: patience, isCancelled: isCancelled)
      var received: [UInt8] = []
      while let piece = try process.receive() {
        received += piece
        if received.count > outputLimit { throw .late }
      }
      (output, status) = (received, process.end())
    } catch {
      throw ScalingFault(error)
    }
    if let fault = ScalingFault(status: status) { throw fault }
    return output
  }
}

/// The process that decodes one picture: sandboxed before it reads a byte.
public enum PictureWorker {
  /// The program's internal command.
  public static let command = "scale-picture"

  private static let sources: [String: picture_source] = [
    "image/jpeg": PICTURE_JPEG, "image/png": PICTURE_PNG, "image/gif": PICTURE_GIF,
    "image/webp": PICTURE_WEBP,
    "image/avif": PICTURE_AVIF, "image/svg+xml": PICTURE_SVG,
  ]

  /// Whether there is a decoder for a media type.
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
    // Skips exit handlers.
    _exit(Int32(picture_scale(&order).rawValue))
  }
}

/// A reason why a picture was not scaled.
enum ScalingFault: Error, Hashable, CustomStringConvertible {
  case sandboxUnavailable, broken, tooLarge, noLibrary, late, crashed(signal: Int32), cancelled

  init(_ fault: SandboxFault) {
    switch fault {
    case .unavailable: self = .sandboxUnavailable
    case .late: self = .late
    case .cancelled: self = .cancelled
    }
  }

  /// Nil for success.
  /// - Parameter status: that of `waitpid`.
  init?(status: Int32) {
    let signal = status & 0x7F
    guard signal == 0 else {
      self = .crashed(signal: signal)
      return
    }
    switch UInt32(status >> 8 & 0xFF) {
    case PICTURE_DONE.rawValue: return nil
    case PICTURE_NOT_SANDBOXED.rawValue: self = .sandboxUnavailable
    case PICTURE_TOO_LARGE.rawValue: self = .tooLarge
    case PICTURE_NO_LIBRARY.rawValue: self = .noLibrary
    default: self = .broken
    }
  }

  /// The weight of the fault for the picture's source.
  var weight: SourcePauses.Fault {
    switch self {
    case .late, .crashed: .grave
    case .broken, .tooLarge: .broken
    case .sandboxUnavailable, .noLibrary, .cancelled: .minor
    }
  }

  var description: String {
    switch self {
    case .sandboxUnavailable: "no sandbox is available (seccomp), so pictures are not opened"
    case .broken: "it is damaged or incomplete"
    case .tooLarge: "it needs more pixels or memory than allowed"
    case .noLibrary: "the library for it is not installed (libavif for AVIF, librsvg for SVG)"
    case .late: "it takes too long"
    case .crashed(let signal): "its process died of signal \(signal)"
    case .cancelled: "the show is ending"
    }
  }
}

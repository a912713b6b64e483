import CPictureCodecs
import System

/// Why no smaller copies of a picture were made.
enum ScalingFault: Error, Hashable, CustomStringConvertible {
  case notSandboxed, broken, tooLarge, noLibrary, late, crashed(signal: Int32), cancelled

  init(_ fault: SandboxFault) {
    switch fault {
    case .unavailable: self = .notSandboxed
    case .late: self = .late
    case .cancelled: self = .cancelled
    }
  }

  /// - Parameter status: as `waitpid` gives it; nil if the process did what it should.
  init?(status: Int32) {
    let signal = status & 0x7F
    guard signal == 0 else {
      self = .crashed(signal: signal)
      return
    }
    switch UInt32(status >> 8 & 0xFF) {
    case PICTURE_DONE.rawValue: return nil
    case PICTURE_NOT_SANDBOXED.rawValue: self = .notSandboxed
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
    case .notSandboxed, .noLibrary, .cancelled: .minor
    }
  }

  var description: String {
    switch self {
    case .notSandboxed: "its process cannot be sandboxed (seccomp), so no picture is opened"
    case .broken: "it is broken, or cut off"
    case .tooLarge: "it has more pixels or takes more memory than allowed"
    case .noLibrary: "the library for it is not installed (libavif for AVIF, librsvg for SVG)"
    case .late: "it takes too long"
    case .crashed(let signal): "its process was ended by signal \(signal)"
    case .cancelled: "the show is ending"
    }
  }
}

import CPictureCodecs
import Glibc
import System

/// The program in a new process that makes the smaller copies of one show's pictures.
///
/// It decodes each picture in a sandboxed process of its own, and ends with the first that fails.
final class ScalerProcess {
  private let process: SandboxedProcess
  private let start = MonotonicClock.awake.seconds
  private var pictures = 0

  /// Pictures after which it is replaced, and seconds.
  private static let (pictureLimit, age) = (50, 10.0)

  /// - Parameters:
  ///   - program: path of the program.
  ///   - isCancelled: called several times a second; true ends the process.
  init(program: String, isCancelled: @escaping @Sendable () -> Bool) throws(ScalingFault) {
    do throws(SandboxFault) {
      process = try SandboxedProcess(
        program, [PictureWorker.command], isOpen: true, isCancelled: isCancelled)
    } catch {
      throw ScalingFault(error)
    }
  }

  /// Whether it may make copies of a further picture; not after a fault.
  var isFresh: Bool { pictures < Self.pictureLimit && MonotonicClock.awake.seconds < start + Self.age }

  /// Makes the copies of a picture, all from one decoding.
  /// - Parameters:
  ///   - scalings: one or two, of one format.
  ///   - patience: seconds that it takes at most.
  ///   - receive: gets the copies of each scaling.
  func scale(
    _ original: Picture, _ scalings: [PictureScaling], patience: Double = PictureScaling.patience,
    receive: (PictureScaling, ArraySlice<UInt8>) -> Void
  ) throws(ScalingFault) {
    guard let order = PictureWorker.order(original, scalings) else { throw .broken }
    pictures += 1
    process.send([order, original.bytes], patience: patience)
    var received: [UInt8] = []
    for scaling in scalings {
      // Sizes that the scaling does not allow end the process before memory is used for them.
      while (ScaledCopies.length(received[...]) ?? .max) > received.count {
        guard ScaledCopies.length(received[...]) ?? 0 <= scaling.outputLimit else { throw .broken }
        let piece: [UInt8]?
        do throws(SandboxFault) { piece = try process.receive() } catch { throw ScalingFault(error) }
        guard let piece else { throw ScalingFault(status: process.end()) ?? .broken }
        received += piece
      }
      let length = ScaledCopies.length(received[...]) ?? 0
      guard length <= scaling.outputLimit else { throw .broken }
      receive(scaling, received[..<length])
      received.removeFirst(length)
    }
    guard received.isEmpty else { throw .broken }
  }
}

/// The process that starts a sandboxed one for each picture.
public enum PictureWorker {
  /// The program's internal command.
  public static let command = "scale-picture"

  private static let sources: [String: picture_source] = [
    "image/jpeg": PICTURE_JPEG, "image/png": PICTURE_PNG, "image/gif": PICTURE_GIF,
    "image/webp": PICTURE_WEBP, "image/avif": PICTURE_AVIF, "image/svg+xml": PICTURE_SVG,
    "image/heic": PICTURE_HEIF, "image/tiff": PICTURE_TIFF,
  ]

  /// Whether there is a decoder for a media type.
  static func takes(_ mediaType: String) -> Bool { sources[mediaType] != nil }

  /// The bytes before a picture; nil if there is no decoder for it.
  static func order(_ picture: Picture, _ scalings: [PictureScaling]) -> [UInt8]? {
    guard let source = sources[picture.mediaType], let first = scalings.first else { return nil }
    var order = picture_order()
    order.source = source
    order.as_jpeg = first.format == .jpeg ? 1 : 0
    order.set_count = UInt32(scalings.count)
    order.sets = (first.set, scalings[scalings.count - 1].set)
    order.size = UInt32(clamping: picture.bytes.count)
    return withUnsafeBytes(of: order) { Array($0) }
  }

  /// Scales the pictures at standard input to standard output, and ends the process.
  public static func run() -> Never {
    var limits = picture_limits()
    limits.input = UInt32(PictureScaling.inputLimit)
    limits.pixels = UInt32(PictureScaling.pixelLimit)
    limits.memory = UInt64(PictureScaling.memoryLimit)
    limits.cpu = UInt64(PictureScaling.processorLimit)
    // Skips exit handlers.
    _exit(Int32(picture_serve(&limits)))
  }
}

/// A reason why a picture was not scaled.
enum ScalingFault: Error, Hashable, CustomStringConvertible {
  case sandboxUnavailable, broken, tooLarge, noLibrary, unknownCoding, late, crashed(signal: Int32), cancelled

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
    // A sandboxed process that died of a signal is an exit status, as in shells.
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    guard signal == 0, code < 128 else {
      self = .crashed(signal: signal == 0 ? code - 128 : signal)
      return
    }
    switch UInt32(code) {
    case PICTURE_DONE.rawValue: return nil
    case PICTURE_NOT_SANDBOXED.rawValue: self = .sandboxUnavailable
    case PICTURE_TOO_LARGE.rawValue: self = .tooLarge
    case PICTURE_NO_LIBRARY.rawValue: self = .noLibrary
    case PICTURE_UNKNOWN_CODING.rawValue: self = .unknownCoding
    default: self = .broken
    }
  }

  /// The weight of the fault for the picture's source.
  var weight: SourcePauses.Fault {
    switch self {
    case .late, .crashed: .grave
    case .broken, .tooLarge: .broken
    case .sandboxUnavailable, .noLibrary, .unknownCoding, .cancelled: .minor
    }
  }

  var description: String {
    switch self {
    case .sandboxUnavailable: "no sandbox is available (seccomp), so pictures are not opened"
    case .broken: "it is damaged or incomplete"
    case .tooLarge: "it needs more pixels or memory than allowed"
    case .noLibrary:
      "the library for it is not installed (libheif for HEIC, libtiff for TIFF, libavif for AVIF, librsvg for SVG)"
    case .unknownCoding: "its compression is not supported"
    case .late: "it takes too long"
    case .crashed(let signal): "its process died of signal \(signal)"
    case .cancelled: "the show is ending"
    }
  }
}

import Glibc
import JSON
import Operations
import Sanitizer
import ShowFiles
import Text

/// `dramatis sanitize`: JSON lines `{"html":…}` in, sanitized `{"html":…}` out, one for one.
///
/// An invalid line gives a message on standard error and an empty result, so that input and output have the
/// same number of lines.
enum Sanitize {
  static func run(_ options: Options) {
    // The origin of the lines is unknown, so relative links stay relative.
    let policy = options.level.flatMap { Policy.level(named: $0) } ?? .description
    let sanitizer = Sanitizer(policy: policy, relativeLinks: .kept)
    var lines = InputLines()
    var number = 0
    while let line = lines.next() {
      number += 1
      var writer = JSONWriter()
      writer.object { writer in
        writer.key("html")
        writer.string(result(of: line, number: number, sanitizer))
      }
      Console.out(String(decoding: writer.bytes, as: UTF8.self))
    }
  }

  private static func result(of line: [UInt8], number: Int, _ sanitizer: Sanitizer) -> String {
    do throws(JSONError) {
      guard let html = try JSONValue(parsing: line)["html"]?.string else {
        Console.error("line \(number): expected an object with a string named html")
        return ""
      }
      return sanitizer.sanitize(UntrustedHTML(html)).html.description
    } catch {
      Console.error("line \(number): \(error)")
      return ""
    }
  }
}

/// The lines of standard input as bytes, each as soon as it arrives.
struct InputLines {
  private let input = fdopen(STDIN_FILENO, "r")
  private var line: UnsafeMutablePointer<CChar>?
  private var size = 0

  /// The next line without its end; nil at the end. A last line need not have an end.
  mutating func next() -> [UInt8]? {
    guard let input, case let count = getline(&line, &size, input), count > 0 else { return nil }
    let bytes = UnsafeRawBufferPointer(start: line, count: count)
    return Array(bytes.last == UInt8(ascii: "\n") ? bytes.dropLast() : bytes[...])
  }
}

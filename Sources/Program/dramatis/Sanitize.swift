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
  static func run(arguments: [String]) throws(UsageError) {
    // The origin of the lines is unknown, so relative links stay relative.
    let sanitizer = Sanitizer(policy: try policy(arguments), relativeLinks: .kept)
    var lines = LineReader(descriptor: STDIN_FILENO)
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

  private static func policy(_ arguments: [String]) throws(UsageError) -> Policy {
    let options = try Options(arguments: arguments, of: .sanitize, environment: [:], needingShow: false)
    return options.level.flatMap { Policy.level(named: $0) } ?? .description
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

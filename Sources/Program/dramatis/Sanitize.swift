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

/// The lines of a descriptor as bytes, each as soon as it arrives.
struct LineReader {
  private let descriptor: Int32
  private var pending: [UInt8] = []
  /// The position of the next line in ``pending``.
  private var start = 0
  private var isAtEnd = false

  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next line without its end; nil at the end. A last line need not have an end.
  mutating func next() -> [UInt8]? {
    var searched = start
    while true {
      if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { start = end + 1 }
        return Array(pending[start..<end])
      }
      if isAtEnd {
        defer { start = pending.count }
        return start < pending.count ? Array(pending[start...]) : nil
      }
      pending.removeFirst(start)
      start = 0
      searched = pending.count
      readMore()
    }
  }

  private mutating func readMore() {
    var block = [UInt8](repeating: 0, count: 65_536)
    var count = read(descriptor, &block, block.count)
    while count < 0, errno == EINTR { count = read(descriptor, &block, block.count) }
    if count <= 0 { isAtEnd = true } else { pending += block[..<count] }
  }
}

import Glibc

/// A `Host` header that was found to name this machine, and what addresses begin with for who sends it.
final class AcceptedHost: Sendable {
  private let header: [UInt8]
  private let origin: String
  private let secureOrigin: String

  init(_ header: [UInt8]) {
    self.header = header
    let host = String(decoding: header, as: UTF8.self)
    origin = Origin.text(host: host, isSecure: false)
    secureOrigin = Origin.text(host: host, isSecure: true)
  }

  func isHeader(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == header.count, let start = bytes.baseAddress else { return false }
    return memcmp(start, header, bytes.count) == 0
  }

  func origin(isSecure: Bool) -> String { isSecure ? secureOrigin : origin }
}

import CMicroHTTPD
import Glibc
import System

/// A connection that has been accepted, with the address of its other end. It is not closed with its owner.
struct AcceptedSocket {
  let descriptor: Int32
  private let address: sockaddr_storage
  private let size: socklen_t

  /// Takes the next one; `nil` if there is none, and `errno` says why.
  init?(of listener: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    descriptor = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { accept4(listener, $0, &size, flags) }
    }
    guard descriptor >= 0 else { return nil }
    (self.address, self.size) = (address, size)
  }

  /// Who connected; nil for what has no IP address.
  var source: IPAddress? { withAddress { address, _ in IPAddress(address) } }

  func withAddress<Result>(_ call: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, size) }
    }
  }
}

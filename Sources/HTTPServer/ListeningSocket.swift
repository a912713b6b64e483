import CMicroHTTPD
import Glibc

/// A bound, listening TCP socket; closed with its owner.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  let isIPv6: Bool
  /// The one that was taken where 0 was asked for.
  let port: UInt16
  /// Whether somebody else goes on listening with the same socket, and so takes who comes after the end.
  let isShared: Bool

  /// Listens on a numeric address, or on every address where there is none.
  init(address: String?, port: UInt16) throws(ServerError) {
    isShared = false
    if let address {
      if var v4 = ipv4(address, port) {
        (descriptor, self.port) = try listening(AF_INET, &v4, shown: address, port)
        isIPv6 = false
      } else if var v6 = ipv6(address, port) {
        (descriptor, self.port) = try listening(AF_INET6, &v6, shown: address, port)
        isIPv6 = true
      } else {
        throw .badAddress(address)
      }
      return
    }
    do {
      var every = sockaddr_in6()
      every.sin6_family = sa_family_t(AF_INET6)
      every.sin6_port = port.bigEndian
      (descriptor, self.port) = try listening(AF_INET6, &every, shown: "every address", port)
      isIPv6 = true
    } catch .cannotListen(_, _, let reason) where reason != String(cString: strerror(EADDRINUSE)) {
      // Without IPv6 in the kernel there is no such socket, or no such address to bind.
      var every = sockaddr_in()
      every.sin_family = sa_family_t(AF_INET)
      every.sin_port = port.bigEndian
      (descriptor, self.port) = try listening(AF_INET, &every, shown: "every address", port)
      isIPv6 = false
    }
  }

  /// Takes over a descriptor of a socket that somebody else listens on too.
  init(shared descriptor: Int32) {
    var address = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    _ = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    self.descriptor = descriptor
    isIPv6 = Int32(address.ss_family) == AF_INET6
    port = boundPort(&address)
    isShared = true
  }

  deinit {
    close(descriptor)
  }

  /// Lets no further connection begin. Those that have begun go on: whoever was told by the kernel that the
  /// connection is there finishes the handshake, and waits to be accepted.
  ///
  /// Without this there would always be one more, which closing the socket resets.
  func keepOutNewcomers() {
    if !isShared { socket_drop_newcomers(descriptor) }
  }

  /// Whether connections wait to be accepted.
  var hasWaiting: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }

  /// Refuses new connections from now on; the descriptor stays taken until the owner is gone. Those who come
  /// to a shared socket wait for the other who listens.
  func refuseConnections() {
    if !isShared { shutdown(descriptor, Int32(SHUT_RDWR)) }
  }
}

private func ipv4(_ text: String, _ port: UInt16) -> sockaddr_in? {
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = port.bigEndian
  return inet_pton(AF_INET, text, &address.sin_addr) == 1 ? address : nil
}

private func ipv6(_ text: String, _ port: UInt16) -> sockaddr_in6? {
  let parts = text.split(separator: "%", maxSplits: 1)
  var address = sockaddr_in6()
  address.sin6_family = sa_family_t(AF_INET6)
  address.sin6_port = port.bigEndian
  if parts.count == 2 { address.sin6_scope_id = if_nametoindex(String(parts[1])) }
  return inet_pton(AF_INET6, String(parts.first ?? ""), &address.sin6_addr) == 1 ? address : nil
}

private func listening<Address>(
  _ family: Int32, _ address: inout Address, shown: String, _ port: UInt16
) throws(ServerError) -> (descriptor: Int32, port: UInt16) {
  let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
  let descriptor = socket(family, type, 0)
  guard descriptor >= 0 else { throw failure(shown, port) }
  var yes: Int32 = 1
  var no: Int32 = 0
  let optionSize = socklen_t(MemoryLayout<Int32>.size)
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, optionSize)
  if family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, optionSize) }
  var size = socklen_t(MemoryLayout<Address>.size)
  let isListening = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(descriptor, $0, size) == 0 && listen(descriptor, SOMAXCONN) == 0
        && getsockname(descriptor, $0, &size) == 0
    }
  }
  guard isListening else {
    let failure = failure(shown, port)
    close(descriptor)
    throw failure
  }
  return (descriptor, boundPort(&address))
}

/// `::` where the system does not tell.
func boundAddress(of socket: Int32) -> String {
  var address = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      getsockname(socket, $0, &size) == 0 ? IPAddress($0)?.description : nil
    }
  } ?? "::"
}

/// The port lies at the same place in both kinds of address.
private func boundPort<Address>(_ address: inout Address) -> UInt16 {
  UInt16(bigEndian: withUnsafeBytes(of: &address) { $0.load(fromByteOffset: 2, as: UInt16.self) })
}

private func failure(_ address: String, _ port: UInt16) -> ServerError {
  .cannotListen(address: address, port: port, reason: String(cString: strerror(errno)))
}

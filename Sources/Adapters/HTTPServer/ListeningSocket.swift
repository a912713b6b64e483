import CMicroHTTPD
import Glibc
import System

/// A bound, listening socket of TCP, or a Unix socket for a proxy on this machine; closed with its owner.
final class ListeningSocket: Sendable {
  let descriptor: Int32
  /// The actual port, also if 0 was asked for.
  let port: UInt16
  /// Whether another process listens on the same socket, and accepts connections after the end.
  let isShared: Bool
  /// The file of a Unix socket.
  private let file: UnixSocketFile?

  /// Listens on a numeric address, on `unix:` and a path, or on every address if there is none.
  init(address: String?, port: UInt16) throws(ServerError) {
    isShared = false
    if let address, address.hasPrefix(UnixSocketFile.prefix) {
      let (descriptor, file) = try UnixSocketFile.listen(
        at: String(address.dropFirst(UnixSocketFile.prefix.count)))
      (self.descriptor, self.file, self.port) = (descriptor, file, 0)
      return
    }
    file = nil
    if let address {
      guard let numeric = IPAddress(address) else { throw .badAddress(address) }
      let zone = address.split(separator: "%").dropFirst().first.map { if_nametoindex(String($0)) } ?? 0
      (descriptor, self.port) = try listening(numeric, zone: zone, shown: address, port)
      return
    }
    do {
      (descriptor, self.port) = try listening(.everyIPv6, shown: "every address", port)
    } catch .cannotListen(_, _, let reason) where reason != String(cString: strerror(EADDRINUSE)) {
      // Without IPv6 in the kernel there is no such socket, or no such address to bind.
      (descriptor, self.port) = try listening(.everyIPv4, shown: "every address", port)
    }
  }

  /// The next port that is free, if the reason is that one is in use; nil without one close by.
  static func free(after port: UInt16, on address: String, _ reason: String) -> UInt16? {
    guard reason == String(cString: strerror(EADDRINUSE)) else { return nil }
    let address = IPAddress(address).map { _ in address }
    return (1...20).compactMap { UInt16(exactly: Int(port) + $0) }.first {
      (try? ListeningSocket(address: address, port: $0)) != nil
    }
  }

  /// Takes over a descriptor of a socket that another process listens on too.
  init(shared descriptor: Int32) {
    let bound = boundAddress(of: descriptor)
    self.descriptor = descriptor
    port = bound?.port ?? 0
    isShared = true
    file = nil
    // The other process may be the one that accepts.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  deinit {
    file?.remove()
    close(descriptor)
  }

  /// Removes the file of a Unix socket, so that clients can no longer connect.
  func removeFile() { file?.remove() }

  /// The next connection; `nil` if there is none, with the reason in `errno`.
  func accept() -> AcceptedSocket? { AcceptedSocket(of: descriptor) }

  var hasWaiting: Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, 0) == 1
  }

  /// Refuses new connections.
  func refuseConnections() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

private func listening(
  _ address: IPAddress, zone: UInt32 = 0, shown: String, _ port: UInt16
) throws(ServerError) -> (descriptor: Int32, port: UInt16) {
  let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
  let descriptor = socket(address.isIPv4 ? AF_INET : AF_INET6, type, 0)
  guard descriptor >= 0 else { throw failure(shown, port) }
  var yes: Int32 = 1
  var no: Int32 = 0
  let optionSize = socklen_t(MemoryLayout<Int32>.size)
  setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, optionSize)
  if !address.isIPv4 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &no, optionSize) }
  let isListening = address.withSocketAddress(port: port, zone: zone) {
    bind(descriptor, $0, $1) == 0 && listen(descriptor, SOMAXCONN) == 0
  }
  guard isListening, let bound = boundAddress(of: descriptor) else {
    let failure = failure(shown, port)
    close(descriptor)
    throw failure
  }
  return (descriptor, bound.port)
}

/// The address that a socket is bound to; nil if the system does not say.
func boundAddress(of socket: Int32) -> (address: IPAddress, port: UInt16)? {
  socketAddress(of: socket, getsockname)
}

/// One of a socket's two addresses; nil if there is none.
/// - Parameter call: `getsockname` or `getpeername`.
func socketAddress(
  of socket: Int32, _ call: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
) -> (address: IPAddress, port: UInt16)? {
  var storage = sockaddr_storage()
  var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  return withUnsafeMutablePointer(to: &storage) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
      guard call(socket, address, &size) == 0, let numeric = IPAddress(address) else { return nil }
      // The port lies at the same place in both kinds of address.
      let port = UnsafeRawPointer(address).load(fromByteOffset: 2, as: UInt16.self)
      return (numeric, UInt16(bigEndian: port))
    }
  }
}

private func failure(_ address: String, _ port: UInt16) -> ServerError {
  .cannotListen(address: address, port: port, reason: String(cString: strerror(errno)))
}

/// The file of a listening Unix socket.
///
/// Its mode is 0660: its owner and its group can connect. Who connects is believed like a trusted proxy.
struct UnixSocketFile: Sendable {
  /// Begins an address to listen on; the path follows.
  static let prefix = "unix:"
  private static let mode: mode_t = 0o660

  private let path: String
  private let device: dev_t
  private let inode: ino_t

  /// Listens at a path. Replaces the socket of a process that is gone.
  static func listen(at path: String) throws(ServerError) -> (descriptor: Int32, file: UnixSocketFile) {
    guard (1...UnixAddress.longest).contains(path.utf8.count) else {
      throw .badSocket(path, reason: "the path is empty or longer than \(UnixAddress.longest) bytes")
    }
    let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    let descriptor = socket(AF_UNIX, type, 0)
    guard descriptor >= 0 else { throw .badSocket(path, reason: String(cString: strerror(errno))) }
    func onAddress(_ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Bool {
      UnixAddress.with(path) { call(descriptor, $0, $1) == 0 } ?? false
    }
    do throws(ServerError) {
      if let old = status(path) {
        guard old.st_mode & S_IFMT == S_IFSOCK else { throw .badSocket(path, reason: "it is not a socket") }
        // A socket without a listener refuses.
        guard !onAddress(connect), errno == ECONNREFUSED else {
          throw .badSocket(path, reason: "another process listens on it")
        }
        unlink(path)
      }
      guard onAddress(bind), chmod(path, mode) == 0, Glibc.listen(descriptor, SOMAXCONN) == 0,
        let status = status(path)
      else { throw .badSocket(path, reason: String(cString: strerror(errno))) }
      return (descriptor, UnixSocketFile(path: path, device: status.st_dev, inode: status.st_ino))
    } catch {
      close(descriptor)
      throw error
    }
  }

  /// Removes the file, unless another has taken its place.
  func remove() {
    if let status = Self.status(path), status.st_dev == device, status.st_ino == inode { unlink(path) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return lstat(path, &status) == 0 ? status : nil
  }
}

/// Whether a socket is a Unix socket.
func isUnixSocket(_ descriptor: Int32) -> Bool {
  var domain: Int32 = 0
  var size = socklen_t(MemoryLayout<Int32>.size)
  return getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size) == 0 && domain == AF_UNIX
}

import CCurl
import Glibc
import System

/// What libcurl tells during one transfer: the addresses it tries, the head, the body.
final class Receiver {
  private let byteLimit: Int
  private let refusal: (IPAddress) -> FetchError?

  private(set) var headers: [(name: String, value: String)] = []
  private(set) var body: [UInt8] = []
  /// The addresses that connections were opened to.
  private(set) var tried: Set<IPAddress> = []
  /// Why an address was turned down.
  private(set) var refused: FetchError?
  private(set) var isTooLarge = false

  init(byteLimit: Int, refusal: @escaping (IPAddress) -> FetchError?) {
    self.byteLimit = byteLimit
    self.refusal = refusal
  }

  /// Makes a handle call this receiver, which must outlive the handle.
  func attach(to easy: UnsafeMutableRawPointer) -> Bool {
    let context = Unmanaged.passUnretained(self).toOpaque()
    return dramatis_curl_on_socket(easy, opensSocket, context) == CURLE_OK
      && dramatis_curl_on_header(easy, receivesHeader, context) == CURLE_OK
      && dramatis_curl_on_body(easy, receivesBody, context) == CURLE_OK
  }

  /// Takes part of the body; false if it is more than allowed.
  fileprivate func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count <= byteLimit - body.count else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Takes one line of the head, the status line included. libcurl itself ends a head that is too long.
  fileprivate func receive(header bytes: UnsafeBufferPointer<UInt8>) {
    let line = String(decoding: bytes, as: UTF8.self)
    if line.hasPrefix("HTTP/") {
      // What stood before belonged to an interim answer.
      headers = []
    } else if let colon = line.firstIndex(of: ":") {
      headers.append((String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
    }
  }

  private static func trimmed(_ value: Substring) -> String {
    var value = value.unicodeScalars
    while let last = value.last, last.value <= 0x20 { value.removeLast() }
    return String(String.UnicodeScalarView(value.drop { $0.value <= 0x20 }))
  }

  /// Opens the socket for an address that libcurl is about to connect to, if that is allowed.
  fileprivate func socket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
    // The structure's last member is as long as the address needs, longer than its declaration.
    guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
      let destination = IPAddress(
        (UnsafeRawPointer(address) + offset).assumingMemoryBound(to: sockaddr.self))
    else { return CURL_SOCKET_BAD }
    if let error = refusal(destination) {
      refused = error
      return CURL_SOCKET_BAD
    }
    tried.insert(destination)
    let kind = address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    return Glibc.socket(address.pointee.family, kind, address.pointee.protocol)
  }
}

private func receiver(_ context: UnsafeMutableRawPointer?) -> Receiver? {
  context.map { Unmanaged<Receiver>.fromOpaque($0).takeUnretainedValue() }
}

private func buffer(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(start)?.assumingMemoryBound(to: UInt8.self), count: count)
}

// The second argument, the size of one element, is always 1. Anything but the count ends the transfer.

private func receivesBody(
  _ start: UnsafeMutablePointer<CChar>?, _: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  receiver(context)?.receive(body: buffer(start, count)) == true ? count : -1
}

private func receivesHeader(
  _ start: UnsafeMutablePointer<CChar>?, _: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  receiver(context)?.receive(header: buffer(start, count))
  return count
}

private func opensSocket(
  _ context: UnsafeMutableRawPointer?, _: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
  guard let receiver = receiver(context), let address else { return CURL_SOCKET_BAD }
  return receiver.socket(for: address)
}

import CMicroHTTPD
import Glibc
import System

/// Request line and headers, checked before anything is believed.
///
/// libmicrohttpd 1.0 refuses folded headers, bare line feeds and zero bytes by itself; 0.9 removes all trace of them.
/// It appends a folded line to the *name* of its header, so a name alone proves nothing.
struct RequestHead {
  /// The status of the refusal; `nil` while nothing is wrong.
  private(set) var refusal: Int?
  /// The announced length of the body, 0 when none is announced.
  private(set) var contentLength: UInt64 = 0
  /// The number of headers that announce a body in chunks.
  private(set) var encodings = 0
  /// Whether a header that is a list may stand twice.
  private(set) var mayRepeatLists = false

  private var lengths = 0
  private var hosts = 0
  /// The last letters of names as long as those of lists, a bit each.
  private var listNames: UInt32 = 0

  init(handle: OpaquePointer, method: UnsafePointer<CChar>, isVersion10: Bool) {
    guard isToken(bytes(method, strlen(method))) else {
      refusal = 400
      return
    }
    _ = withUnsafeMutablePointer(to: &self) { head in
      MHD_get_connection_values_n(handle, .HEADER_KIND, inspectHeader, head)
    }
    guard refusal == nil else { return }
    if hosts > 1 || (hosts == 0 && !isVersion10) || encodings + lengths > 1
      || (encodings > 0 && isVersion10)
    {
      refusal = 400
    } else if encodings > 0 {
      // Two parsers may disagree on the end of a body in chunks (request smuggling), and no browser sends one.
      refusal = 411
    }
  }

  fileprivate mutating func inspect(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard isToken(name), !holdsControl(value) else { return refuse(400) }
    switch name.count {
    case 4 where equal(name, "host"):
      hosts &+= 1
    case 6 where equal(name, "expect"):
      if !equal(value, "100-continue") { return refuse(417) }
    case 14 where equal(name, "content-length"):
      lengths &+= 1
      // The library has refused all but numbers.
      contentLength =
        value.isEmpty ? 0 : String(decoding: value, as: UTF8.self).number(in: 0...UInt64.max) ?? .max
    case 17 where equal(name, "transfer-encoding"):
      encodings &+= 1
      if !equal(value, "chunked") { return refuse(400) }
    case 8, 13, 15:
      // If-Match, If-None-Match, Accept-Encoding, Accept-Language.
      let bit = UInt32(1) << UInt32(name[name.count - 1] & 31)
      if listNames & bit != 0 { mayRepeatLists = true }
      listNames |= bit
    default:
      break
    }
    return true
  }

  private mutating func refuse(_ status: Int) -> Bool {
    refusal = status
    return false
  }
}

private func inspectHeader(
  _ head: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let head, let name, let value else { return .NO }
  let goesOn = head.assumingMemoryBound(to: RequestHead.self).pointee.inspect(
    name: bytes(name, nameCount), value: bytes(value, valueCount))
  return goesOn ? .YES : .NO
}

// MARK: - Bytes

/// Whether there is a control character other than a tab (RFC 9110, 5.5).
private func holdsControl(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  // Without an early end the compiler makes vectors of the loop.
  var found: UInt8 = 0
  for byte in bytes { found |= (byte < 0x20 && byte != 0x09 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
  return found != 0
}

/// Whether the bytes may be a method or a header's name (RFC 9110, section 5.6.2).
private func isToken(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  for byte in bytes where !isTokenByte(byte) { return false }
  return !bytes.isEmpty
}

func isTokenByte(_ byte: UInt8) -> Bool {
  // Bit by bit: the digits, letters and !#$%&'*+-.^_`|~ of the two halves of ASCII.
  let low: UInt64 = 0x03FF_6CFA_0000_0000
  let high: UInt64 = 0x57FF_FFFF_C7FF_FFFE
  return byte < 64 ? low >> UInt64(byte) & 1 == 1 : byte < 128 && high >> UInt64(byte & 63) & 1 == 1
}

// MARK: - Targets

/// Whether a target is a path of ours: it begins with a slash and holds no space or control character.
func isPathTarget(_ target: [UInt8]) -> Bool {
  target.first == 0x2F && target.allSatisfy { $0 > 0x20 && $0 != 0x7F }
}

/// A target with scheme and host, as clients of proxies write it (RFC 9112, section 3.2.2); its host counts.
struct AbsoluteForm {
  let authority: String
  /// Path and query; begins with a slash.
  let target: [UInt8]

  /// Nil for other targets, and for an authority without a host or with a user's name.
  init?(_ text: [UInt8]) {
    guard text.first != UInt8(ascii: "/"), let scheme = Self.schemes.first(where: { Self.begins(text, $0) })
    else { return nil }
    let rest = text.dropFirst(scheme.utf8CodeUnitCount)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    guard end > rest.startIndex, !rest[..<end].contains(UInt8(ascii: "@")) else { return nil }
    authority = String(decoding: rest[..<end], as: UTF8.self)
    target = (rest[end...].first == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]) + rest[end...]
  }

  private static let schemes: [StaticString] = ["http://", "https://"]

  private static func begins(_ text: [UInt8], _ scheme: StaticString) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.count > scheme.utf8CodeUnitCount
        && equal(UnsafeBufferPointer(rebasing: text[..<scheme.utf8CodeUnitCount]), scheme)
    }
  }
}

/// The headers of one request, in libmicrohttpd's memory until the request completes.
struct RequestHeaders {
  typealias Value = UnsafeBufferPointer<UInt8>

  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  func first(_ name: StaticString) -> Value? {
    var value: UnsafePointer<CChar>?
    var size = 0
    let found = name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        MHD_lookup_connection_value_n(handle, .HEADER_KIND, name.baseAddress, name.count, &value, &size)
      }
    }
    guard found == .YES, let value else { return nil }
    return bytes(value, size)
  }

  /// All values of a header, in order.
  func all(_ name: StaticString) -> [Value] {
    var search = Search(name: name)
    _ = withUnsafeMutablePointer(to: &search) {
      MHD_get_connection_values_n(handle, .HEADER_KIND, collectValue, $0)
    }
    return search.values
  }

  fileprivate struct Search {
    let name: StaticString
    var values: [Value] = []
  }
}

private func collectValue(
  _ search: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let search = search?.assumingMemoryBound(to: RequestHeaders.Search.self), let name, let value
  else { return .NO }
  if equal(bytes(name, nameCount), search.pointee.name) {
    search.pointee.values.append(bytes(value, valueCount))
  }
  return .YES
}

func bytes(_ start: UnsafePointer<CChar>, _ count: Int) -> UnsafeBufferPointer<UInt8> {
  UnsafeBufferPointer(start: UnsafeRawPointer(start).assumingMemoryBound(to: UInt8.self), count: count)
}

/// Whether the bytes are a word, in any case.
@inline(__always)
func equal(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
  guard bytes.count == word.utf8CodeUnitCount else { return false }
  for index in bytes.indices where lowercased(bytes[index]) != lowercased(word.utf8Start[index]) {
    return false
  }
  return true
}

/// ASCII only, as header names are.
func equalIgnoringCase(_ first: String, _ second: String) -> Bool {
  first.utf8.count == second.utf8.count
    && first.utf8.elementsEqual(second.utf8) { lowercased($0) == lowercased($1) }
}

@inline(__always)
private func lowercased(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

import CMicroHTTPD

/// Request line and headers as libmicrohttpd left them in its memory, checked before anything is believed.
///
/// The library puts zero bytes over separators and hands out zero-terminated strings, so a zero byte that the
/// client sent cuts a value unseen. But the strings still lie where they were received: walking from one to
/// the next, each must end exactly where the next begins. That finds zero bytes, bare line feeds, folded
/// lines and doubled spaces, of which the library lets all pass.
///
/// One thing leaves no trace: a line of a colon or a zero byte and a bare line feed, which the library takes for
/// the end of the head. No proxy passes such a line on.
struct RequestHead {
  /// The status of the refusal; `nil` while nothing is wrong.
  private(set) var refusal: Int?
  /// The announced length of the body, 0 when none is announced.
  private(set) var contentLength: UInt64 = 0
  private(set) var isChunked = false
  /// Whether host, cookies and what is accepted are those of the connection's last request.
  private(set) var isOfSameAsker = false

  /// Takes the headers that are asked for later.
  private let noted: UnsafeMutablePointer<NotedHeaders>
  private var lengths = 0
  private var hosts = 0
  private var encodings = 0
  /// Where the next header line must begin.
  private var cursor: UnsafePointer<UInt8>

  /// - Parameters:
  ///   - size: bytes from the method to the end of the empty line.
  ///   - noted: empty; takes the headers that are asked for later.
  ///   - known: the connection's last; becomes this one, unless a body is announced.
  init(
    handle: OpaquePointer, method: UnsafePointer<CChar>, target: UnsafePointer<CChar>,
    version: UnsafePointer<CChar>, targetCount: Int, size: Int,
    noted: UnsafeMutablePointer<NotedHeaders>, known: inout KnownHead
  ) {
    self.noted = noted
    let start = UnsafeRawPointer(method).assumingMemoryBound(to: UInt8.self)
    let target = UnsafeRawPointer(target).assumingMemoryBound(to: UInt8.self)
    let version = UnsafeRawPointer(version).assumingMemoryBound(to: UInt8.self)
    // The library accepts no version of another length than eight bytes, and none but "HTTP/1." and a digit.
    // A later minor version is read as 1.1 (RFC 9110, section 2.5).
    cursor = version + 8
    let methodCount = target - start - 1
    guard methodCount > 0, HeadBytes.isToken(start, methodCount), version - target - 1 == targetCount,
      skipLineEnd()
    else {
      refusal = 400
      return
    }
    let isVersion10 = version[7] == 0x30
    let block = UnsafeBufferPointer(start: cursor, count: max(0, start + size - cursor))
    let count = Int(MHD_get_connection_values_n(handle, .HEADER_KIND, nil, nil))
    if !isVersion10, let known = known.noted(in: block, count: count) {
      noted.pointee = known
      isOfSameAsker = true
      return
    }
    guard !HeadBytes.holdsControl(cursor, block.count) else {
      refusal = 400
      return
    }
    _ = withUnsafeMutablePointer(to: &self) { head in
      MHD_get_connection_values_n(handle, .HEADER_KIND, inspectHeader, head)
    }
    guard refusal == nil else { return }
    if !skipLineEnd() || cursor - start != size || hosts > 1 || (hosts == 0 && !isVersion10)
      || lengths > 1 || encodings > 1 || encodings + lengths > 1 || (isChunked && isVersion10)
    {
      refusal = 400
      return
    }
    isOfSameAsker = !isVersion10 && known.isOfSameAsker(noted.pointee)
    if !isVersion10, lengths == 0, !isChunked {
      known.keep(block, count: count, noted.pointee)
    } else if !isOfSameAsker {
      known.forget()
    }
  }

  /// Takes the two zero bytes that the library made of a line end; it makes one of a bare line feed.
  private mutating func skipLineEnd() -> Bool {
    guard cursor[0] == 0, cursor[1] == 0 else { return false }
    cursor += 2
    return true
  }

  fileprivate mutating func inspect(
    name: UnsafeBufferPointer<UInt8>, value: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let start = name.baseAddress, start == cursor, !name.isEmpty, HeadBytes.isToken(start, name.count),
      let first = value.baseAddress
    else { return refuse(400) }
    cursor = first + value.count
    guard skipLineEnd() else { return refuse(400) }
    switch name.count {
    case 4 where matches(name, "host"):
      hosts &+= 1
      noted.pointee.note(host: value)
    case 6 where matches(name, "cookie"):
      noted.pointee.note(cookie: value)
    case 6 where matches(name, "expect"):
      if !matches(value, "100-continue") { return refuse(417) }
    case 8 where matches(name, "if-match"):
      noted.pointee.note(.ifMatch, value)
    case 13 where matches(name, "if-none-match"):
      noted.pointee.note(.ifNoneMatch, value)
    case 15 where matches(name, "accept-encoding"):
      noted.pointee.note(.acceptEncoding, value)
    case 15 where matches(name, "accept-language"):
      noted.pointee.note(.acceptLanguage, value)
    case 14 where matches(name, "content-length"):
      lengths &+= 1
      contentLength = decimal(value)
    case 17 where matches(name, "transfer-encoding"):
      encodings &+= 1
      isChunked = true
      if !matches(value, "chunked") { return refuse(400) }
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
    name: UnsafeBufferPointer(
      start: UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self), count: nameCount),
    value: UnsafeBufferPointer(
      start: UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), count: valueCount))
  return goesOn ? .YES : .NO
}

/// Whether the bytes are that word, given in lower case.
@inline(__always)
private func matches(_ bytes: UnsafeBufferPointer<UInt8>, _ word: StaticString) -> Bool {
  let count = word.utf8CodeUnitCount
  guard bytes.count == count, let start = bytes.baseAddress else { return false }
  // The last byte tells most others apart.
  return lowercased(start[count - 1]) == word.utf8Start[count - 1]
    && HeadBytes.equal(start, word.utf8Start, count)
}

/// The number, or the largest one if it does not fit; the library has refused what is not a number.
private func decimal(_ digits: UnsafeBufferPointer<UInt8>) -> UInt64 {
  var number: UInt64 = 0
  for digit in digits {
    let (product, tooLarge) = number.multipliedReportingOverflow(by: 10)
    let (sum, overflow) = product.addingReportingOverflow(UInt64(digit &- 0x30))
    if tooLarge || overflow { return .max }
    number = sum
  }
  return number
}

/// Whether a target is a path of ours: it begins with a slash and holds no space or control character.
func isPathTarget(_ target: [UInt8]) -> Bool {
  guard target.first == 0x2F else { return false }
  var wrong: UInt8 = 0
  for byte in target { wrong |= (byte <= 0x20 ? 1 : 0) | (byte == 0x7F ? 1 : 0) }
  return wrong == 0
}

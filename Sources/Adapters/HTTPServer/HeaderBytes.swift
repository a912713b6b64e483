internal import CMicroHTTPD

/// The bytes of a header's value: where libmicrohttpd read them, or a copy if they do not stand there as they count.
@usableFromInline
enum HeaderBytes {
  case missing
  case inPlace(UnsafeBufferPointer<UInt8>)
  case copied([UInt8])

  init(_ bytes: UnsafeBufferPointer<UInt8>?) {
    self = bytes.map { .inPlace($0) } ?? .missing
  }

  @inlinable
  func with<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result? {
    switch self {
    case .missing: nil
    case .inPlace(let bytes): try body(bytes)
    case .copied(let bytes): try bytes.withUnsafeBufferPointer(body)
    }
  }
}

/// The value's bytes in libmicrohttpd's memory, valid until the request completes.
func headerValue(_ handle: OpaquePointer, _ name: StaticString) -> UnsafeBufferPointer<UInt8>? {
  var value: UnsafePointer<CChar>?
  var size = 0
  let found = name.withUTF8Buffer { name in
    name.withMemoryRebound(to: CChar.self) { name in
      MHD_lookup_connection_value_n(handle, .HEADER_KIND, name.baseAddress, name.count, &value, &size)
    }
  }
  guard found == .YES, let value else { return nil }
  return value.withMemoryRebound(to: UInt8.self, capacity: size) {
    UnsafeBufferPointer(start: $0, count: size)
  }
}

/// The values of all headers of a name, in their order.
func headerValues(_ handle: OpaquePointer, _ name: StaticString) -> [String] {
  var search = (name: name.description, values: [String]())
  _ = withUnsafeMutablePointer(to: &search) {
    MHD_get_connection_values_n(handle, .HEADER_KIND, collectValue, $0)
  }
  return search.values
}

private func collectValue(
  _ search: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let search = search?.assumingMemoryBound(to: (name: String, values: [String]).self), let name,
    let value
  else { return .NO }
  let bytes = UnsafeRawBufferPointer(start: name, count: nameCount)
  guard bytes.count == search.pointee.name.utf8.count,
    zip(bytes, search.pointee.name.utf8).allSatisfy({ lowercased($0) == lowercased($1) })
  else { return .YES }
  search.pointee.values.append(
    String(decoding: UnsafeRawBufferPointer(start: value, count: valueCount), as: UTF8.self))
  return .YES
}

/// ASCII only, as header names are.
func equalIgnoringCase(_ first: String, _ second: String) -> Bool {
  first.utf8.count == second.utf8.count
    && first.utf8.elementsEqual(second.utf8) { lowercased($0) == lowercased($1) }
}

@inline(__always)
func lowercased(_ byte: UInt8) -> UInt8 {
  byte &- 0x41 < 26 ? byte | 0x20 : byte
}

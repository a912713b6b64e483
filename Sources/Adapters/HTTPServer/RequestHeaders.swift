import CMicroHTTPD

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
  func all(_ name: StaticString) -> (first: Value, others: [Value])? {
    var search = Search(name: name)
    _ = withUnsafeMutablePointer(to: &search) {
      MHD_get_connection_values_n(handle, .HEADER_KIND, collectValue, $0)
    }
    return search.first.map { ($0, search.others) }
  }

  fileprivate struct Search {
    let name: StaticString
    var first: Value?
    var others: [Value] = []
  }
}

private func collectValue(
  _ search: UnsafeMutableRawPointer?, _: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameCount: Int,
  _ value: UnsafePointer<CChar>?, _ valueCount: Int
) -> MHD_Result {
  guard let search = search?.assumingMemoryBound(to: RequestHeaders.Search.self), let name, let value
  else { return .NO }
  if equal(bytes(name, nameCount), search.pointee.name) {
    let value = bytes(value, valueCount)
    if search.pointee.first == nil {
      search.pointee.first = value
    } else {
      search.pointee.others.append(value)
    }
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

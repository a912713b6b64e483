/// libFuzzer's entry: the result of any input has every property.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: start, count: count))
  if let fault = Properties.fault(of: input) {
    fatalError("\(fault)\nof: \(String(decoding: input, as: UTF8.self))")
  }
  return 0
}

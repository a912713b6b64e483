import ShowFiles

/// libFuzzer's entry: a show's file is read, or each fault has a line with the file's name.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  do throws(ConfigurationFaults) {
    _ = try ShowFile(path: "fuzz.json").read(bytes)
  } catch {
    guard (1...101).contains(error.lines.count), error.lines.allSatisfy({ $0.hasPrefix("fuzz.json:") }) else {
      fatalError("\(error.lines)")
    }
  }
  return 0
}

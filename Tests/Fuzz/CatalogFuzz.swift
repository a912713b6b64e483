/// libFuzzer's entry: a catalog of damaged arrays answers everything without an access outside of them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  DamagedCatalog.ask(DamagedCatalog.arrays(damagedBy: UnsafeBufferPointer(start: start, count: count)))
  return 0
}

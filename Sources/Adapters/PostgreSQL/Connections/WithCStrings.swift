internal import Glibc

/// Runs `body` with these texts as C strings, a null pointer after the last.
func withCStrings<Result>(_ texts: [String?], _ body: ([UnsafePointer<CChar>?]) -> Result) -> Result {
  let copies = texts.map { $0.flatMap { strdup($0) } }
  defer { for copy in copies { free(copy) } }
  return body(copies.map { UnsafePointer($0) } + [nil])
}

import Glibc

/// A linear scan over all titles, each a C string in one buffer.
struct TitleScan {
  private var buffer: [CChar] = []
  private var starts: [Int] = []

  init(_ folded: [String]) {
    for title in folded {
      starts.append(buffer.count)
      buffer.append(contentsOf: title.utf8CString)
    }
  }

  func results(for typed: String, match: SearchMatch) -> [Int] {
    let words = match == .prefix ? [typed] : typed.split(separator: " ").map(String.init)
    return buffer.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return [] }
      return starts.indices.filter { position in
        let title = base + starts[position]
        if match == .prefix { return strncmp(title, typed, typed.utf8.count) == 0 }
        return words.allSatisfy { strstr(title, $0) != nil }
      }
    }
  }
}

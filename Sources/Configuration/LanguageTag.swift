/// Language tags as far as shows and pages use them (BCP 47): a language and its subtags.
public enum LanguageTag {
  /// Two or three letters, then subtags of one to eight letters and digits.
  public static func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let primary = parts.first, (2...3).contains(primary.utf8.count),
      primary.unicodeScalars.allSatisfy({ $0.isASCIIAlphanumeric && !("0"..."9").contains($0) })
    else { return false }
    return parts.dropFirst().allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
    }
  }
}

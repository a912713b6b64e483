/// Checks locale files for their authors.
public enum LocaleCheck {
  /// Whether a file is in a folder `locales`.
  public static func isLocale(_ path: String) -> Bool {
    path.hasSuffix(".json") && path.split(separator: "/").dropLast().last == "locales"
  }

  /// All faults of a file, compared with the English one in its folder.
  public static func faults(of path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let basis = (parts.dropLast() + [Languages.basis[...]]).joined(separator: "/")
    var english: Language?
    if path != basis {
      do throws(LanguageFaults) {
        english = try Languages.language(at: basis, basis: nil)
      } catch {
        let first = error.faults.first.map { " (\($0))" } ?? ""
        return ["not checked: fix \(basis) first\(first)"]
      }
    }
    do throws(LanguageFaults) {
      _ = try Languages.language(at: path, basis: english)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }
}

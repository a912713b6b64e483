/// Looks at locale files for whoever writes them.
public enum LocaleCheck {
  /// Whether a file is one by its place: in a folder `locales`.
  public static func isLocale(_ path: String) -> Bool {
    path.hasSuffix(".json") && path.split(separator: "/").dropLast().last == "locales"
  }

  /// Every fault of a file, measured by the English one beside it.
  public static func faults(of path: String) -> [String] {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let basis = (parts.dropLast() + [Languages.basis[...]]).joined(separator: "/")
    do throws(LanguageFaults) {
      let english = path == basis ? nil : try Languages.language(at: basis, basis: nil)
      _ = try Languages.language(at: path, basis: english)
      return []
    } catch {
      return error.faults.map(\.description)
    }
  }
}

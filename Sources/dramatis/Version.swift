/// Which edition of the program this is.
enum Version {
  /// The one place where it stands: packages are called after it too.
  static let number = "0.1.0"
}

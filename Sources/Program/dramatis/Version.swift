/// The version of the program.
enum Version {
  /// The only place that states it: the package script reads this line too.
  static let number = "1.0.0"
}

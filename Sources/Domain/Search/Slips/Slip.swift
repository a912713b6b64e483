/// What can go wrong at one place of a typed text.
///
/// Raw values say how much it weighs: how unlikely it is beside the others.
enum Slip: Int {
  /// Two letters in each other's place, one for two of the same or two for one, or a key beside the right one.
  case common = 4
  /// A letter too few or too many.
  case missing = 6
  /// A letter that lies elsewhere.
  case other = 8

  /// How much more it weighs at the beginning of a text, where slips are rare.
  static let beginningWeight = 2
}

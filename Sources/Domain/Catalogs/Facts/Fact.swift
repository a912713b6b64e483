/// Something known about an entry beside its description; a page words it.
public enum Fact: Sendable, Hashable {
  /// The title in the language that it was made in (BCP 47).
  case originalTitle(String, language: String)
  case released(Day)
  /// Mean of all votes, from 0 to 10.
  case rating(Double, votes: Int)
}

/// The parts of a ``SearchText`` in which hits are marked.
public enum SearchField: Sendable {
  case title
  case description
}

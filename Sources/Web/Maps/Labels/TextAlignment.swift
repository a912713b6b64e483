/// Which part of a text stands at its point.
enum TextAlignment {
  case start, middle, end
}

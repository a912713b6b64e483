/// Where in a title a term is looked for.
enum TitlePlace {
  case wordStart
  case anywhere
}

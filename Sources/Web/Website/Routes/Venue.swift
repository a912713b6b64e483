/// Where pages are seen, which decides what may lead out of them.
public enum Venue: Sendable, Hashable {
  /// A visitor's own.
  case device
  /// A screen that many use one after the other: nothing leads out of the show, and nothing is kept of anybody.
  case kiosk
  /// Plain files, behind which there is no server.
  case copy
}

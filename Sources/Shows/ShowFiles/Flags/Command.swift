/// What the program is asked to do.
public enum Command: String, Sendable, CaseIterable {
  /// Without the name of a command.
  case serve = ""
  case check, explain, export, favorites, new, open, sanitize
  case avahiService = "avahi-service"
  case healthcheck
  /// For those who change flags; no usage mentions it.
  case flags

  /// Its name, of serving too.
  var name: String { self == .serve ? "serve" : rawValue }

  /// Whether it takes the flags with which a show is served, besides its own.
  var takesThoseOfServing: Bool { [.serve, .open, .export, .avahiService, .healthcheck].contains(self) }
}

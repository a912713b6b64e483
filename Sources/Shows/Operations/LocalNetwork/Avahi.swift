import Glibc
import System
import Text

/// The daemon that makes names and services known on the network (multicast DNS).
public enum Avahi {
  private static let socketPath = "/run/avahi-daemon/socket"

  /// Whether it takes connections here; a socket's file alone may be left over.
  static var isRunning: Bool {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return UnixAddress.with(socketPath) { connect(descriptor, $0, $1) == 0 } ?? false
  }

  /// One service of a show.
  public struct Service {
    /// `_http._tcp` or `_https._tcp`.
    let type: String
    let port: UInt16

    public init(type: String, port: UInt16) {
      self.type = type
      self.port = port
    }
  }

  /// A file for `/etc/avahi/services`, as `avahi-service.dtd` has it.
  ///
  /// - Parameters:
  ///   - name: what people see; cut to the 63 bytes that a name may have.
  ///   - path: of the list, for the services' TXT records.
  public static func serviceGroup(name: String, path: String, _ services: [Service]) -> String {
    var lines = [
      "<?xml version=\"1.0\" standalone=\"no\"?>",
      "<!DOCTYPE service-group SYSTEM \"avahi-service.dtd\">",
      "<service-group>",
      "  <name>\(SafeHTML(escaping: shortened(name)))</name>",
    ]
    for service in services {
      lines += [
        "  <service>",
        "    <type>\(service.type)</type>",
        "    <port>\(service.port)</port>",
        "    <txt-record>path=\(SafeHTML(escaping: path))</txt-record>",
        "  </service>",
      ]
    }
    return (lines + ["</service-group>"]).joined(separator: "\n")
  }

  private static func shortened(_ name: String) -> String {
    var name = name
    while name.utf8.count > 63 { name.removeLast() }
    return name
  }
}

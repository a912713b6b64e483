import FoundationEssentials
import Glibc

/// What this machine is called.
public enum MachineNames {
  /// Every numeric address and name under which a browser may ask for this machine, in lower case.
  public static var all: Set<String> {
    let searched = FileManager.default.contents(atPath: "/etc/resolv.conf")
    return Set(NetworkInterfaces.current.map(\.address)).union(
      names(of: host, resolver: searched.map { String(decoding: $0, as: UTF8.self) } ?? ""))
  }

  /// Its name with `.local`, if Avahi announces it on the network.
  static var local: String? {
    Avahi.isRunning ? names(of: host, resolver: "").first { $0.hasSuffix(".local") } : nil
  }

  /// The host's name, its first part, and that part with `.local` and the domains of the network.
  ///
  /// - Parameter resolver: as `/etc/resolv.conf` is written; routers hand out their domain there, and then
  ///   answer for `box.lan` or the like.
  package static func names(of host: String, resolver: String) -> Set<String> {
    let name = host.lowercased()
    let first = String(name.prefix { $0 != "." })
    guard !first.isEmpty else { return [] }
    let domains = resolver.split(separator: "\n").flatMap { line in
      let words = line.split { $0 == " " || $0 == "\t" }
      return ["search", "domain"].contains(words.first) ? Array(words.dropFirst()) : []
    }
    let suffixes =
      ["local"]
      + domains.map { domain in
        String(domain.lowercased().drop { $0 == "." }.reversed().drop { $0 == "." }.reversed())
      }
    return Set([name, first] + suffixes.filter { !$0.isEmpty }.map { "\(first).\($0)" })
  }

  private static var host: String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

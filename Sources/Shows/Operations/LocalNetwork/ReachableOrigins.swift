import Synchronization

/// The origins at which others reach one server. The machine is asked each time, since its addresses change.
public final class ReachableOrigins: Sendable {
  private let listen: String?
  private let isSecure: Bool
  /// 0 until the server listens.
  private let port = Atomic<UInt16>(0)

  public init(listen: String?, isSecure: Bool) {
    self.listen = listen
    self.isSecure = isSecure
  }

  public func listens(on port: UInt16) { self.port.store(port, ordering: .relaxed) }

  /// Best first; loopback only if there is nothing else.
  public var current: [String] {
    let hosts = Addressing.hosts(
      listen: listen, interfaces: NetworkInterfaces.current, name: MachineNames.local)
    return hosts.map { Addressing.origin($0, port: port.load(ordering: .relaxed), isSecure: isSecure) }
  }
}

import System

/// What the connections of one network take together. Guarded by the registry's lock.
final class NetworkUse {
  /// Nil for a trusted proxy's that have not asked for anybody yet.
  let network: IPAddress?
  var connections = 0
  /// Those of them that no polling thread has been given yet; the first is the next.
  var waiting: [AcceptedSocket] = []
  /// Bytes of large answers that it was the first to take.
  var heldBytes = 0

  init(_ network: IPAddress?) {
    self.network = network
  }

  var isOver: Bool { connections == 0 && heldBytes == 0 }
}

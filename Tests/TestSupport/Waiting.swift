import Dispatch
import Glibc

/// How long anything is waited for: minutes, since a busy machine is no fault.
public let patience = Duration.seconds(300)

/// How long a thread is held that a test lets go, and what the program may wait where no test is about that: longer
/// than a test lasts that waits for its turn meanwhile, behind all others.
public let holdingPatience = patience * 3

/// What a test has waited for in vain.
public struct Overdue: Error, CustomStringConvertible {
  public let description: String

  public init(_ thing: String, after patience: Duration = patience) {
    description = "after \(patience) there was still not this: \(thing)"
  }
}

/// Returns as soon as a condition holds, and throws what was waited for when it does not in time.
///
/// Leaves the thread to others meanwhile: tests share two or three.
public func wait(for thing: String, until isTrue: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + patience
  while try await !isTrue() {
    guard ContinuousClock.now < deadline else { throw Overdue(thing) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// The same on a thread that may be held up meanwhile; looks after so many milliseconds each.
public func wait(for thing: String, every pause: UInt32 = 1, until isTrue: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + patience
  while try !isTrue() {
    guard ContinuousClock.now < deadline else { throw Overdue(thing) }
    usleep(pause * 1_000)
  }
}

/// What `recv` does, whatever interrupts it: where a socket has a deadline, a process that is stopped and goes on is
/// interrupted.
public func receive(from descriptor: Int32, into space: inout [UInt8]) -> Int {
  while true {
    errno = 0
    let count = recv(descriptor, &space, space.count, 0)
    if count >= 0 || errno != EINTR { return count }
  }
}

extension Duration {
  var interval: DispatchTimeInterval { .seconds(Int(components.seconds)) }
}

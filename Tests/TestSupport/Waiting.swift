import Dispatch
import Glibc

/// The limit of each wait: minutes, so that a busy machine causes no failure.
public let patience = Duration.seconds(300)

/// The limit for held threads, and for the program's timeouts in tests of something else. It is longer than
/// a test that waits for its turn behind all others.
public let holdingPatience = patience * 3

/// The error of a wait without success.
public struct Overdue: Error, CustomStringConvertible {
  public let description: String

  public init(_ thing: String, after patience: Duration = patience) {
    description = "after \(patience) there was still not this: \(thing)"
  }
}

/// Waits until a condition holds; throws its name at the limit.
///
/// The thread is free meanwhile, because tests share two or three.
public func wait(for thing: String, until isTrue: () async throws -> Bool) async throws {
  let deadline = ContinuousClock.now + patience
  while try await !isTrue() {
    guard ContinuousClock.now < deadline else { throw Overdue(thing) }
    try await Task.sleep(for: .milliseconds(5))
  }
}

/// Waits on a thread that may block, with a check every `pause` milliseconds.
public func wait(for thing: String, every pause: UInt32 = 1, until isTrue: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + patience
  while try !isTrue() {
    guard ContinuousClock.now < deadline else { throw Overdue(thing) }
    usleep(pause * 1_000)
  }
}

/// `recv` with retries after signals: with a timeout, a socket is interrupted when a process is stopped and
/// continued.
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

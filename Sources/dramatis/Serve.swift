import Dispatch
import Feeds
import Glibc
import HTTPServer
import Synchronization
import Website

/// `dramatis --show …`: starts one show and stays until it is told to end.
enum Serve {
  static func run(_ options: Options, environment: [String: String], program: String) -> Int32 {
    // Before any thread is started, so that all of them leave these signals to the one that waits.
    let signals = Signals([SIGTERM, SIGINT, SIGHUP])
    let end = DispatchSemaphore(value: 0)
    let running = Running()
    Thread.start("signals") { handle(signals, running, end) }
    let places = Places(options: options, environment: environment, program: program)
    do {
      let deployment = try Deployment(
        options: options, places: places,
        keys: FeedKeySource(file: options.feedKeyFile, environment: environment))
      running.deployment.withLock { $0 = deployment }
      for address in deployment.urls { Console.out("listening on \(address)") }
      if let best = deployment.invitation { TerminalCode.show(best, environment: environment) }
      end.wait()
      deployment.stop()
      return 0
    } catch let error as ConfigurationFaults {
      for line in error.lines { Console.error(line) }
    } catch {
      Console.error("\(error)")
    }
    return 1
  }

  /// The deployment, once it runs.
  private final class Running: Sendable {
    let deployment = Mutex<Deployment?>(nil)
  }

  private static func handle(_ signals: Signals, _ running: Running, _ end: DispatchSemaphore) {
    while true {
      let signal = signals.next()
      guard let deployment = running.deployment.withLock({ $0 }) else {
        // Nothing is served yet, or no more, so there is nothing to finish; what ends with the process
        // in good order may not, while another thread is in the midst of a fetch.
        if signal == SIGHUP { continue }
        _exit(0)
      }
      if signal == SIGHUP {
        deployment.reload()
      } else {
        // A second one ends the program without waiting for anybody.
        running.deployment.withLock { $0 = nil }
        end.signal()
      }
    }
  }
}

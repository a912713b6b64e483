import Flags
import Dispatch
import Feeds
import Glibc
import HTTPServer
import Operations
import Synchronization
import Website

/// `dramatis --show …`: starts one show and stays until it is told to end.
enum Serve {
  static func run(_ options: Options, environment: [String: String], program: String) -> Int32 {
    // A heap for each thread would keep twice the memory: every one holds on to what its thread once needed.
    Heaps.limit(to: 2)
    // A file that may not grow any more is a fault like others, and no reason to end.
    signal(SIGXFSZ, SIG_IGN)
    // Before any thread is started, so that all of them leave these signals to the one that waits.
    let signals = Signals([SIGTERM, SIGINT, SIGHUP])
    ServiceManager.clearEnvironment()
    let log = EventLog(format: options.log, environment: environment)
    let status = Notifier(environment: environment).map(ServiceStatus.init)
    let end = DispatchSemaphore(value: 0)
    let running = Running()
    Thread.start("signals") { handle(signals, running, status, end) }
    let places = Places(options: options, environment: environment, program: program)
    do {
      let sockets = try PassedSockets.take(environment: environment, process: getpid())
      if !sockets.isEmpty, options.port != nil || options.listen != nil {
        log.info("--port and --listen count for nothing: sockets were passed to listen on")
      }
      let deployment = try Deployment(
        options: options, places: places,
        keys: FeedKeySource(file: options.feedKeyFile, environment: environment), log: log, sockets: sockets)
      running.deployment.withLock { $0 = deployment }
      for address in deployment.urls { Console.out("listening on \(address)") }
      if let best = deployment.invitation { TerminalCode.show(best, environment: environment) }
      status?.ready(deployment.health)
      let watchdog = watchdog(deployment, status, environment)
      end.wait()
      status?.stopping()
      watchdog?.end()
      deployment.stop()
      return 0
    } catch let error as ConfigurationFaults {
      for line in error.lines { tellFailure(line, log) }
    } catch {
      tellFailure("\(error)", log)
    }
    return 1
  }

  /// The deployment, once it runs.
  private final class Running: Sendable {
    let deployment = Mutex<Deployment?>(nil)
  }

  /// On a terminal one line like those of all other commands; in a log one like its others.
  private static func tellFailure(_ line: String, _ log: EventLog) {
    if log.form == .text { Console.error(line) } else { log.error(line) }
  }

  /// Tells the service manager that the show is well as long as it answers.
  private static func watchdog(
    _ deployment: Deployment, _ status: ServiceStatus?, _ environment: [String: String]
  ) -> Watchdog? {
    guard let status, let pause = Watchdog.pause(environment: environment, process: getpid()) else {
      return nil
    }
    return Watchdog(every: pause, isWell: { deployment.isWell }, tell: { status.alive(deployment.health) })
  }

  private static func handle(
    _ signals: Signals, _ running: Running, _ status: ServiceStatus?, _ end: DispatchSemaphore
  ) {
    while true {
      let signal = signals.next()
      guard let deployment = running.deployment.withLock({ $0 }) else {
        // Nothing is served yet, or no more, so there is nothing to finish; what ends with the process
        // in good order may not, while another thread is in the midst of a fetch.
        if signal == SIGHUP { continue }
        _exit(0)
      }
      if signal == SIGHUP {
        status?.reloading()
        let fault = deployment.reload()
        status?.reloaded(deployment.health, fault: fault)
      } else {
        // A second one ends the program without waiting for anybody.
        running.deployment.withLock { $0 = nil }
        end.signal()
      }
    }
  }
}

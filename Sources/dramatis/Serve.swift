import Dispatch
import Flags
import Glibc
import HTTPServer
import Operations
import Progress
import ShowFiles
import Synchronization

/// `dramatis --show …`: starts one show and serves it until a signal ends it.
enum Serve {
  /// - Parameter signals: blocked before any thread was started, so that all of them leave signals to the one
  ///   that waits.
  static func run(
    _ options: Options, environment: [String: String], program: String, signals: Signals
  ) -> Int32 {
    // A heap per thread would take twice the memory: each keeps what its thread once needed.
    Heaps.limit(to: 2)
    // A file that may not grow is a fault like any other, not a reason to end.
    signal(SIGXFSZ, SIG_IGN)
    ServiceManager.clearEnvironment()
    let log = EventLog(format: options.log, environment: environment)
    let status = Notifier(environment: environment).map(ServiceStatus.init)
    let end = DispatchSemaphore(value: 0)
    let running = Running()
    signals.handle { handle($0, running, status, end) }
    let folders = Folders(options: options, environment: environment, program: program)
    do {
      let sockets = try PassedSockets.take(environment: environment, process: getpid())
      if !sockets.isEmpty, options.port != nil || options.listen != nil {
        log.info("--port and --listen are ignored: the service manager passed sockets")
      }
      let display = Console.progress(log, environment: environment)
      let deployment = try ProgressDisplay.$current.withValue(display) {
        try Deployment(
          options: options, folders: folders,
          keys: FeedKeySource(file: options.feedKeyFile, environment: environment),
          database: DatabaseSource(file: options.databaseFile, environment: environment), log: log,
          sockets: sockets
        )
      }
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
      for line in error.lines { reportFailure(line, log) }
    } catch {
      reportFailure("\(error)", log)
    }
    return 1
  }

  /// The deployment, once it is running.
  private final class Running: Sendable {
    let deployment = Mutex<Deployment?>(nil)
  }

  /// On a terminal as all other commands report it; in a log as the log has it.
  private static func reportFailure(_ line: String, _ log: EventLog) {
    if log.form == .text { Console.error(line) } else { log.error(line) }
  }

  /// Reports to the service manager that the show is well, as long as it answers.
  private static func watchdog(
    _ deployment: Deployment, _ status: ServiceStatus?, _ environment: [String: String]
  ) -> Watchdog? {
    guard let status, let pause = Watchdog.pause(environment: environment, process: getpid()) else {
      return nil
    }
    return Watchdog(every: pause, isWell: { deployment.isWell }, report: { status.alive(deployment.health) })
  }

  private static func handle(
    _ signal: Int32, _ running: Running, _ status: ServiceStatus?, _ end: DispatchSemaphore
  ) {
    // Nothing is served yet or any more.
    guard let deployment = running.deployment.withLock({ $0 }) else { return Signals.end(signal) }
    if signal == SIGHUP {
      status?.reloading()
      let fault = deployment.reload()
      status?.reloaded(deployment.health, fault: fault)
    } else {
      // A second signal ends the program at once.
      running.deployment.withLock { $0 = nil }
      end.signal()
    }
  }
}

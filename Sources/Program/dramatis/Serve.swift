import Dispatch
import Glibc
import HTTPServer
import Operations
import ShowFiles
import Synchronization
import System

/// `dramatis --show …`: starts what is to be served and serves it until a signal ends it.
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
    do {
      let sockets = try PassedSockets.take(environment: environment, process: getpid())
      if !sockets.isEmpty, options.port != nil || options.listen != nil {
        log.info("--port and --listen are ignored: the service manager passed sockets")
      }
      let display = Console.progress(log, environment: environment)
      let deployment = try ProgressDisplay.$current.withValue(display) {
        try Deployment(
          Launch(options: options, environment: environment, program: program, log: log), sockets: sockets)
      }
      running.deployment.withLock { $0 = deployment }
      if !startThread({ reload(running, status) }) {
        log.warning("SIGHUP does nothing: the system has no thread left; allow more tasks")
      }
      for address in deployment.urls { Console.out("listening on \(address)") }
      if let best = deployment.invitation { TerminalCode.show(best, environment: environment) }
      status?.ready(deployment.health)
      let watchdog = watchdog(deployment, status, environment)
      end.wait()
      status?.stopping()
      watchdog?.end()
      // An orderly exit frees what a list that is still read or built may use.
      if !deployment.stop() || running.isReloading.load(ordering: .acquiring) { _exit(0) }
      return 0
    } catch let error as ConfigurationFaults {
      for line in error.lines { reportFailure(line, log) }
    } catch {
      reportFailure("\(error)", log)
    }
    return 1
  }

  private final class Running: Sendable {
    /// The deployment, once it is running.
    let deployment = Mutex<Deployment?>(nil)
    /// Signalled once for all SIGHUPs since the last reload began, those before the start among them.
    let hangUps = DispatchSemaphore(value: 0)
    let isReloadWanted = Atomic(false)
    let isReloading = Atomic(false)
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
    if signal == SIGHUP {
      if !running.isReloadWanted.exchange(true, ordering: .acquiringAndReleasing) { running.hangUps.signal() }
      return
    }
    // Nothing is served yet or any more; a second signal ends the program at once.
    guard running.deployment.withLock({ $0.take() }) != nil else { return Signals.end(signal) }
    end.signal()
  }

  /// Reads the show again at every SIGHUP, on a thread of its own: the signal that ends the program must not wait for
  /// a list that takes long to read.
  private static func reload(_ running: Running, _ status: ServiceStatus?) {
    while true {
      running.hangUps.wait()
      running.isReloadWanted.store(false, ordering: .releasing)
      // Before the deployment is read, so that an end at that moment does not overlook it.
      running.isReloading.store(true, ordering: .sequentiallyConsistent)
      defer { running.isReloading.store(false, ordering: .releasing) }
      guard let deployment = running.deployment.withLock({ $0 }) else { return }
      status?.reloading()
      let fault = deployment.reload()
      if running.deployment.withLock({ $0 }) != nil { status?.reloaded(deployment.health, fault: fault) }
    }
  }
}

import Configuration
import Operations
import ShowFiles
import Website

/// `dramatis avahi-service --show …`: prints the file for `/etc/avahi/services` that announces a show.
enum AvahiService {
  /// - Parameter options: the flags that the show is served with.
  static func run(_ options: Options, environment: [String: String], program: String) throws {
    let folders = Folders(options: options, environment: environment, program: program)
    let show =
      try options.isShelf
      ? nil : ShowFile(name: options.show, directory: folders.configuration).read().show
    let addresses = try Addresses(path: options.basePath ?? show?.serving.basePath ?? "")
    let port = options.port ?? show?.serving.port ?? Defaults.port
    guard port != 0 else { throw StartError("avahi-service needs a fixed port; name it with --port") }
    var services = [Avahi.Service(type: options.isSecure ? "_https._tcp" : "_http._tcp", port: port)]
    if let plain = options.redirectPort { services.append(Avahi.Service(type: "_http._tcp", port: plain)) }
    Console.out(Avahi.serviceGroup(name: show?.name ?? "Dramatis", path: addresses.list(), services))
  }
}

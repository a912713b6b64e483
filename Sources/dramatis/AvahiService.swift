import Operations
import Flags
import LocalNetwork
import Website

/// `dramatis avahi-service --show …`: prints what makes a show known on the network, for `/etc/avahi/services`.
enum AvahiService {
  /// Takes the flags with which the show is served.
  static func run(_ options: Options, environment: [String: String], program: String) -> Int32 {
    let places = Places(options: options, environment: environment, program: program)
    do throws(ConfigurationFaults) {
      let show = try ShowFile(name: options.show, directory: places.configuration).read().show
      let basePath = options.basePath ?? show.serving.basePath
      guard let addresses = Addresses(base: basePath) else {
        throw ConfigurationFaults(lines: ["the base path \"\(basePath)\" is not made of plain names"])
      }
      let port = options.port ?? show.serving.port
      guard port != 0 else {
        throw ConfigurationFaults(lines: ["a service needs a port that is known: --port"])
      }
      var services = [Avahi.Service(type: options.tls == nil ? "_http._tcp" : "_https._tcp", port: port)]
      if let plain = options.redirectPort { services.append(Avahi.Service(type: "_http._tcp", port: plain)) }
      Console.out(Avahi.serviceGroup(name: show.name, path: addresses.list(), services))
      return 0
    } catch {
      for line in error.lines { Console.error(line) }
      return 1
    }
  }
}

public import HTTPServer

extension Site {
  /// Leads a request that came over plain http to the same place over https; only under names of this machine.
  ///
  /// - Parameter port: where https is spoken.
  public func redirectToHTTPS(_ request: Request, port: UInt16) -> Answer {
    guard hosts.allows(request), let host = request.host.flatMap(HostName.withoutPort) else {
      return .now(refusal(421))
    }
    let target = PercentCoding.ascii(request.target)
    // The port is left out where https has it anyway; method and body stay.
    let address = "https://\(host)\(port == 443 ? "" : ":\(port)")\(target)"
    return .now(Response(status: 308, headers: [("Location", address), ("Cache-Control", "no-store")]))
  }
}

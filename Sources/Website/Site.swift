public import CatalogCore
public import HTTPServer
public import Pictures
import Synchronization

/// The website of one show: a function from request to response over the published edition.
public final class Site: Sendable {
  private let addresses: Addresses
  private let hosts: HostGuard
  /// Guards which edition is served.
  private let edition: Mutex<Edition>

  /// - Parameters:
  ///   - resources: the folder that holds `Templates/` and `Public/`.
  ///   - pictures: nil where no picture is ever fetched.
  ///   - ownHosts: names and numeric addresses under which this machine is reached; asked again when a
  ///     request names another one.
  public init(
    show: Show, catalog: Catalog, provenance: Provenance, addresses: Addresses, resources: String,
    pictures: PictureCache?, ownHosts: @escaping @Sendable () -> Set<String>
  ) throws(SiteError) {
    self.addresses = addresses
    hosts = HostGuard(configured: show.serving.hosts, own: ownHosts)
    let assets = try Assets(resources: resources, looks: show.looks)
    edition = Mutex(
      Edition(
        pages: CatalogPages(
          show: show, catalog: catalog, addresses: addresses, assets: assets, provenance: provenance),
        pictures: pictures))
  }

  /// Serves another catalog from the next request on.
  public func publish(_ catalog: Catalog, provenance: Provenance) {
    replace { edition in
      let pages = edition.pages
      return Edition(
        pages: CatalogPages(
          show: pages.show, catalog: catalog, addresses: addresses, assets: pages.assets,
          provenance: provenance),
        pictures: edition.pictures)
    }
  }

  /// Reads templates and public files again and takes another configuration of the show.
  ///
  /// After an error everything is served as before.
  public func reload(
    show: Show, catalog: Catalog, resources: String, pictures: PictureCache?
  ) throws(SiteError) {
    let assets = try Assets(resources: resources, looks: show.looks)
    hosts.configure(show.serving.hosts)
    replace { edition in
      Edition(
        pages: CatalogPages(
          show: show, catalog: catalog, addresses: addresses, assets: assets,
          provenance: edition.pages.provenance),
        pictures: pictures)
    }
  }

  private func replace(by next: (Edition) -> Edition) {
    edition.withLock { $0 = next($0) }
  }

  private var current: Edition { edition.withLock { $0 } }

  // MARK: Answering

  /// Headers that every answer of this site carries, the server's own refusals included.
  public static let headers: [(String, String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
  ]

  public func answer(_ request: Request) -> Answer {
    let edition = current
    let isGzipped = request.withHeader("Accept-Encoding", AcceptedEncoding.allowsGzip) ?? false
    guard hosts.allows(request) else { return .now(edition.error(421, isGzipped: isGzipped).whole) }
    guard request.method != .post else { return .now(refusal(edition, isGzipped)) }
    if let page = edition.page(for: request.target, isGzipped: isGzipped) {
      return .now(page.response(to: request))
    }
    do throws(RouteFault) {
      switch try addresses.route(of: request.target) {
      case .picture(let id): return picture(id, request, edition) ?? .now(missing(edition, isGzipped))
      case .asset(let name):
        guard let file = edition.pages.assets.file(named: name) else {
          return .now(missing(edition, isGzipped))
        }
        return .now(file.response(to: request, isGzipped: isGzipped))
      case .home: return .now(redirect(to: addresses.list()))
      case .entryJSON, .listJSON: return .now(problem(404, "Not Found", "There is no such entry."))
      case .list, .entry: return .now(missing(edition, isGzipped))
      }
    } catch {
      switch error {
      case .unknown: return .now(missing(edition, isGzipped))
      case .badQuery(let sentence): return .now(problem(400, "Bad Request", sentence))
      }
    }
  }

  /// The page for a refusal that the server makes itself.
  public func refusal(_ status: Int) -> Response { current.error(status, isGzipped: false).whole }

  private func missing(_ edition: Edition, _ isGzipped: Bool) -> Response {
    edition.error(404, isGzipped: isGzipped).whole
  }

  private func refusal(_ edition: Edition, _ isGzipped: Bool) -> Response {
    let page = edition.error(405, isGzipped: isGzipped).whole
    return Response(status: 405, headers: page.headers + [("Allow", "GET, HEAD")], body: page.body)
  }

  private func problem(_ status: Int, _ title: String, _ detail: String) -> Response {
    ReadyPage(
      status: status, type: .problem, body: EntriesJSON.problem(status, title, detail: detail),
      isGzipped: false
    ).whole
  }

  private func redirect(to address: String) -> Response {
    Response(status: 301, headers: [("Location", address)], body: [])
  }

  // MARK: Pictures

  /// The entry's picture as far as it is here, else its placeholder; nil without such an entry.
  private func picture(_ id: String, _ request: Request, _ edition: Edition) -> Answer? {
    let pages = edition.pages
    guard let position = pages.catalog.position(of: id) else { return nil }
    let entry = pages.catalog.entries[position]
    let placeholder = Placeholder.svg(title: entry.title, looks: pages.show.looks)
    let standIn = ReadyPage(type: .svg, body: placeholder, isGzipped: false).response(to: request)
    guard let pictures = edition.pictures, let address = entry.picture else { return .now(standIn) }
    guard case .stored = pictures.state(of: address) else {
      pictures.want(address)
      return .now(standIn)
    }
    let known = request.header("If-None-Match")
    return .later {
      guard let picture = pictures.load(address) else { return standIn }
      return PictureResponse.make(picture, known: known)
    }
  }
}

import HTTPServer

/// Answers with the page that brings another device here; the machine's addresses are looked up for it.
enum ConnectHandler {
  static func page(_ visit: Visit) -> Reply {
    let page = ConnectPage(
      context: visit.context, chrome: visit.context.chrome(title: visit.language.text(.connect)),
      origin: visit.sharedOrigin, origins: visit.reachableOrigins)
    return .page(visit.context.templates.connect, page)
  }
}

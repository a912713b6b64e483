import HTTPServer

/// Answers with public files.
enum AssetHandler {
  static func file(_ visit: Visit) -> Answer {
    guard let file = visit.context.assets.file(named: visit.name) else { return visit.refuse(404) }
    return .now(visit.response(file.page(isGzipped: visit.isGzipped)))
  }
}

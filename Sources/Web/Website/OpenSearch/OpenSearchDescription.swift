import Configuration
import Text

/// The show as a search engine that browsers can add: an OpenSearch 1.1 description.
enum OpenSearchDescription {
  /// The format's own limits for its two names, in characters.
  private static let shortLimit = 16
  private static let longLimit = 48

  /// - Parameter description: one sentence for whoever chooses among search engines.
  static func xml(
    _ show: Show, _ addresses: Addresses, icon: String, description: String, in origin: Origin
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    func write(_ markup: String) { bytes += markup.utf8 }
    func element(_ name: String, _ text: String) {
      write("<\(name)>")
      bytes.appendEscaped(text)
      write("</\(name)>\n")
    }
    func url(_ type: String, _ path: String) {
      write("<Url type=\"\(type)\" template=\"")
      bytes.appendEscaped("\(origin.text)\(path)?q={searchTerms}")
      write("\"/>\n")
    }
    write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
    write("<OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n")
    element("ShortName", String(show.shortName.prefix(shortLimit)))
    element("LongName", String(show.name.prefix(longLimit)))
    element("Description", description)
    element("InputEncoding", "UTF-8")
    write("<Image width=\"16\" height=\"16\" type=\"image/svg+xml\">")
    bytes.appendEscaped(origin.text + icon)
    write("</Image>\n")
    url("text/html", addresses.list())
    url("application/x-suggestions+json", addresses.suggestions())
    write("</OpenSearchDescription>\n")
    return bytes
  }
}

import Catalogs
@_spi(TrustedMarkup) import Text
import JSON

/// An entry in the vocabulary of schema.org, as JSON-LD.
///
/// It says no more than is known: what has a place is a `Place`, what has a film's facts a `Movie`,
/// anything else a `Thing`, whatever a show's own words for it are.
struct StructuredData: Sendable {
  let entry: Entry
  /// Whole addresses of the entry's page and of its picture.
  let address: String
  let picture: String?
  let summary: String?

  /// The script's text; whatever could end the script is written as an escape of JSON.
  var markup: SafeHTML {
    var bytes: [UInt8] = []
    for byte in JSONWriter.object(write) {
      switch byte {
      case UInt8(ascii: "<"): bytes += "\\u003c".utf8
      case UInt8(ascii: ">"): bytes += "\\u003e".utf8
      case UInt8(ascii: "&"): bytes += "\\u0026".utf8
      default: bytes.append(byte)
      }
    }
    return SafeHTML(trusted: bytes)
  }

  private var type: String {
    if entry.coordinate != nil { return "Place" }
    return entry.facts.isEmpty ? "Thing" : "Movie"
  }

  private func write(to writer: inout JSONWriter) {
    let members: [(String, String?)] = [
      ("@context", "https://schema.org"), ("@type", type), ("name", entry.title), ("url", address),
      ("description", summary), ("image", picture), ("sameAs", entry.link),
    ]
    for case (let name, let value?) in members { writer.member(name, value) }
    if let coordinate = entry.coordinate {
      writer.object("geo") { writer in
        writer.member("@type", "GeoCoordinates")
        writer.member("latitude", coordinate.latitude)
        writer.member("longitude", coordinate.longitude)
      }
    }
    for fact in entry.facts { write(fact, to: &writer) }
  }

  private func write(_ fact: Fact, to writer: inout JSONWriter) {
    switch fact {
    case .originalTitle(let title, _): writer.member("alternateName", title)
    case .released(let day): writer.member("datePublished", day.isoText)
    case .rating(let mean, let votes):
      writer.object("aggregateRating") { writer in
        writer.member("@type", "AggregateRating")
        writer.member("ratingValue", (mean * 10).rounded() / 10)
        writer.member("bestRating", 10)
        writer.member("worstRating", 0)
        writer.member("ratingCount", votes)
      }
    }
  }
}

extension Day {
  /// `2024-05-31` (ISO 8601).
  fileprivate var isoText: String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }
}

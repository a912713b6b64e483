import CatalogCore
@_spi(TrustedMarkup) import HTML
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
    var writer = JSONWriter()
    write(to: &writer)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(writer.bytes.count)
    for byte in writer.bytes {
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
    writer.object { writer in
      let members = [
        ("@context", "https://schema.org"), ("@type", type), ("name", entry.title), ("url", address),
        ("description", summary), ("image", picture), ("sameAs", entry.link),
      ]
      for case (let key, let value?) in members { member(key, value, &writer) }
      if let coordinate = entry.coordinate { write(coordinate, to: &writer) }
      for fact in entry.facts { write(fact, to: &writer) }
    }
  }

  private func write(_ coordinate: Coordinate, to writer: inout JSONWriter) {
    writer.key("geo")
    writer.object { writer in
      member("@type", "GeoCoordinates", &writer)
      writer.key("latitude")
      writer.number(coordinate.latitude)
      writer.key("longitude")
      writer.number(coordinate.longitude)
    }
  }

  private func write(_ fact: Fact, to writer: inout JSONWriter) {
    switch fact {
    case .originalTitle(let title, _): member("alternateName", title, &writer)
    case .released(let day): member("datePublished", day.isoText, &writer)
    case .rating(let mean, let votes):
      writer.key("aggregateRating")
      writer.object { writer in
        member("@type", "AggregateRating", &writer)
        for (key, value) in [
          ("ratingValue", (mean * 10).rounded() / 10), ("bestRating", 10), ("worstRating", 0),
        ] {
          writer.key(key)
          writer.number(value)
        }
        writer.key("ratingCount")
        writer.integer(votes)
      }
    }
  }

  private func member(_ name: String, _ value: String, _ writer: inout JSONWriter) {
    writer.key(name)
    writer.string(value)
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

import JSON
import System
import Text

/// The details of a photograph that its file holds as EXIF, IPTC and XMP.
///
/// Every reader checks each offset and count against the bytes that there are.
struct PhotoDetails: Equatable {
  var title: String?
  var text: String?
  /// As in ISO 8601.
  var taken: String?
  var camera: String?
  var artist: String?
  /// Town and country.
  var location: [String] = []
  var keywords: [String] = []
  var latitude: Double?
  var longitude: Double?

  /// Bytes at the start of a picture in which its details lie.
  static let limit = 256 << 10
  /// Bytes of a text.
  private static let textLimit = 8 << 10
  /// Keywords of a picture.
  static let keywordLimit = 50

  /// - Parameter start: the first bytes of a file.
  init(_ start: [UInt8]) {
    var (exif, iptc, xmp) = (PhotoDetails(), PhotoDetails(), PhotoDetails())
    for part in PhotoParts.all(of: start) {
      switch part {
      case .exif(let bytes): exif.readEXIF(bytes)
      case .iptc(let bytes): iptc.readIPTC(bytes)
      case .xmp(let bytes): xmp.readXMP(bytes)
      }
    }
    self = xmp.completed(by: iptc).completed(by: exif)
  }

  init() {}

  /// Takes what is missing from other details.
  private func completed(by other: PhotoDetails) -> PhotoDetails {
    var all = self
    all.title = title ?? other.title
    all.text = text ?? other.text
    all.taken = taken ?? other.taken
    all.camera = camera ?? other.camera
    all.artist = artist ?? other.artist
    if location.isEmpty { all.location = other.location }
    if keywords.isEmpty { all.keywords = other.keywords }
    if latitude == nil || longitude == nil {
      (all.latitude, all.longitude) = (other.latitude, other.longitude)
    }
    return all
  }

  /// Fields of a record.
  var members: [String: JSONValue] {
    let texts = [
      "title": title, "text": text, "taken": taken, "camera": camera, "artist": artist,
      "location": location.isEmpty ? nil : location.joined(separator: ", "),
    ]
    var members = texts.compactMapValues { text in text.map { JSONValue.string($0) } }
    if !keywords.isEmpty { members["keywords"] = .array(keywords.map { .string($0) }) }
    if let latitude, let longitude, abs(latitude) <= 90, abs(longitude) <= 180,
      latitude != 0 || longitude != 0
    {
      members["latitude"] = .number(latitude)
      members["longitude"] = .number(longitude)
    }
    return members
  }

  /// A text to its first zero; nil if it is blank.
  static func text(_ bytes: some Collection<UInt8>) -> String? {
    let text = TextEncoding.text(Array(bytes.prefix { $0 != 0 }.prefix(textLimit))).trimmed
    return text.isEmpty ? nil : text
  }

  /// A date such as `2024:05:31 14:30:00` or `20240531` as in ISO 8601; nil if it is none.
  static func date(_ text: String) -> String? {
    guard let date = SerialDate.text(ofDigits: text), date.prefix(4) > "1825",
      date.dropFirst(5).prefix(2).number(in: 1...12) != nil,
      date.dropFirst(8).prefix(2).number(in: 1...31) != nil
    else { return nil }
    return date
  }
}

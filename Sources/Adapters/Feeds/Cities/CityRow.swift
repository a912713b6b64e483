import JSON

/// The values of a row, its texts in place; nil or empty if missing or of the wrong type.
struct CityTexts {
  var id: Double?
  var name = UnsafeRawBufferPointer(start: nil, count: 0)
  var country = UnsafeRawBufferPointer(start: nil, count: 0)
  var latitude: Double?
  var longitude: Double?
}

/// Reads rows of the usual form without a copy.
struct CityScan {
  private let name = JSONScan.key("name")
  private let country = JSONScan.key("country")
  private let ids = (JSONScan.key("_id"), JSONScan.key("id"))
  private let coordinate = JSONScan.key("coord")
  private let latitude = JSONScan.key("lat")
  private let longitude = JSONScan.key("lon")

  /// Calls `take` with a row; false, without a call, if the row has another form.
  func read(_ scan: inout JSONScan, _ take: (CityTexts) -> Void) -> Bool {
    guard scan.take(UInt8(ascii: "{")) else { return false }
    var city = CityTexts()
    repeat {
      guard let key = scan.key() else { return false }
      switch key {
      case name:
        guard let text = scan.text() else { return false }
        city.name = text
      case country:
        guard let text = scan.text() else { return false }
        city.country = text
      case ids.0, ids.1:
        guard let number = scan.number() else { return false }
        city.id = number
      case coordinate:
        guard readCoordinate(&scan, to: &city) else { return false }
      default: guard scan.text() != nil else { return false }
      }
    } while scan.take(UInt8(ascii: ","))
    guard scan.take(UInt8(ascii: "}")) else { return false }
    take(city)
    return true
  }

  private func readCoordinate(_ scan: inout JSONScan, to city: inout CityTexts) -> Bool {
    guard scan.take(UInt8(ascii: "{")) else { return false }
    repeat {
      guard let key = scan.key(), key == latitude || key == longitude, let number = scan.number() else {
        return false
      }
      if key == latitude { city.latitude = number } else { city.longitude = number }
    } while scan.take(UInt8(ascii: ","))
    return scan.take(UInt8(ascii: "}"))
  }
}

/// Reads rows of any other form, one after the other.
struct CityRow {
  private var city = CityTexts()
  private var name: [UInt8] = []
  private var country: [UInt8] = []

  private static let keys: [StaticString] = ["country", "name", "_id", "coord", "id"]
  private static let coordinateKeys: [StaticString] = ["lon", "lat"]

  mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    city = CityTexts()
    name.removeAll(keepingCapacity: true)
    country.removeAll(keepingCapacity: true)
    while let key = try reader.nextKey(among: Self.keys) {
      switch key {
      case 0: try Self.readText(&reader, to: &country)
      case 1: try Self.readText(&reader, to: &name)
      case 2, 4: city.id = try reader.number()
      case 3: try readCoordinate(&reader)
      default: try reader.skip()
      }
    }
  }

  func withUnsafeTexts(_ body: (CityTexts) -> Void) {
    name.withUnsafeBytes { name in
      country.withUnsafeBytes { country in
        var city = city
        (city.name, city.country) = (name, country)
        body(city)
      }
    }
  }

  private static func readText(_ reader: inout JSONReader, to text: inout [UInt8]) throws(JSONError) {
    text.removeAll(keepingCapacity: true)
    _ = try reader.appendString(to: &text)
  }

  private mutating func readCoordinate(_ reader: inout JSONReader) throws(JSONError) {
    guard try reader.enterObject() else { return }
    while let key = try reader.nextKey(among: Self.coordinateKeys) {
      switch key {
      case 0: city.longitude = try reader.number()
      case 1: city.latitude = try reader.number()
      default: try reader.skip()
      }
    }
  }
}

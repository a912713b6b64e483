import Search
import System
import Text

/// The different values of a facet, sorted, and the entries with each.
struct FacetValues: Sendable {
  /// Values that a page offers, the most frequent ones. Others are reached by address.
  static let offeredLimit = 100

  let field: FactField
  private let form: FactForm
  private let texts: StoredTexts
  /// Their names in addresses.
  let names: StoredTexts
  /// The values, sorted by their names.
  private let byName: Numbers<UInt32>
  /// The offered values, the most frequent first.
  private let frequent: Numbers<UInt32>
  /// The number of entries with each value, and at the end that of those without one.
  private let totals: Numbers<UInt32>
  /// The values of each code, by their numbers.
  private let ofCode: Buckets
  /// The code of each entry; zero for none.
  private let codes: Codes
  /// Not empty if the values are ranges.
  private let ranges: FacetRanges

  init(_ arrays: ArraySet, _ number: Int, _ column: FactColumn) {
    let name = "facet.\(number)"
    (field, form) = (column.field, column.form)
    (texts, names) = (StoredTexts(arrays, "\(name).texts"), StoredTexts(arrays, "\(name).names"))
    (byName, frequent) = (arrays.numbers("\(name).byName"), arrays.numbers("\(name).frequent"))
    totals = arrays.numbers("\(name).totals")
    ofCode = Buckets(arrays, "\(name).ofCode")
    codes = column.codes
    ranges = FacetRanges(stored: arrays.numbers("\(name).bounds"), of: form)
  }

  var count: Int { max(0, totals.count - 1) }

  func value(_ number: Int) -> FactValue {
    let text = texts[number]
    return ranges.isEmpty
      ? form.value(of: text) : text.number(in: 0...10_000).map(ranges.value) ?? FactValue(text)
  }

  /// The name of the value, or of the range that it lies in.
  func name(of value: FactValue) -> String {
    ranges.isEmpty
      ? Self.name(of: value) : ranges.number(of: value).map { Self.name(ofRange: ranges.value($0)) } ?? ""
  }

  /// The number of entries with each value among some, and at the end that of those without one.
  /// - Parameter results: nil for all entries.
  func counts(among results: Results?) -> [Int] {
    guard let results else { return totals.map(Int.init) }
    var ofCodes = Array(repeating: 0, count: ofCode.count)
    ofCodes.withUnsafeMutableBufferPointer { ofCodes in
      results.forEach { position in
        let code = Int(codes[position])
        if code < ofCodes.count { ofCodes[code] += 1 }
      }
    }
    var counts = Array(repeating: 0, count: count + 1)
    counts[count] = ofCodes.first ?? 0
    for (code, number) in ofCodes.enumerated() where number > 0 {
      for value in ofCode[code] where value < count { counts[Int(value)] += number }
    }
    return counts
  }

  /// The results that pass the filters of this facet.
  func filtered(_ results: Results, by chosen: ChosenValues) -> Results {
    if chosen.isEmpty { return results }
    let isAllowed = (0..<ofCode.count).map { chosen.allow(ofCode[$0], isNone: $0 == 0) }
    return results.filtered { position in
      let code = Int(codes[position])
      return code < isAllowed.count && isAllowed[code]
    }
  }

  /// The most frequent values, in their order.
  func offered(_ limit: Int) -> [Int] {
    frequent.prefix(max(0, limit)).map(Int.init).filter { $0 < count }.sorted()
  }

  /// The number of a value by its name in addresses.
  func number(named name: String) -> Int? {
    let index = (0..<byName.count).firstIndex(bisecting: { names[Int(byName[$0])] >= name })
    guard index < byName.count else { return nil }
    let number = Int(byName[index])
    return names[number] == name && number < count ? number : nil
  }

  /// A slug; with a hash if it lacks signs that tell the value from others.
  private static func name(of value: FactValue) -> String {
    guard case .number(let number) = value.meaning else { return slug(of: value.text) }
    // One number may be written in several ways.
    return slug(of: Int(exactly: number).map { "\($0)" } ?? "\(number)")
  }

  /// No name begins with a hyphen.
  private static func name(ofRange value: FactValue) -> String {
    value.text.hasPrefix("-") ? "minus\(value.text)" : value.text
  }

  static func slug(of value: String) -> String {
    let slug = Slug.make(value)
    let folded = Folding.fold(value)
    let isWhole =
      folded.count <= Slug.limit && folded.first != UInt8(ascii: "-")
      && folded.allSatisfy { byte in
        switch byte {
        case 0x61...0x7A, 0x30...0x39: true
        default: " -_',.:/()&".utf8.contains(byte)
        }
      }
    return isWhole && !slug.isEmpty ? slug : Slug.join(slug, Slug.hash(value))
  }
}

extension FacetValues {
  /// Adds the arrays of a facet.
  static func write(_ column: FactColumn, by collation: Collation?, to arrays: inout ArraySet, _ number: Int)
  {
    let name = "facet.\(number)"
    var found: [String: Int] = [:]
    var first: [(name: String, value: FactValue, text: String)] = []
    let ranges = ranges(of: column)
    let ofCode = (0..<column.codeCount).map { code -> [Int] in
      var own: [Int] = []
      for var value in column.values(of: code) {
        var text = value.text
        if !ranges.isEmpty {
          guard let number = ranges.number(of: value) else { continue }
          (value, text) = (ranges.value(number), "\(number)")
        }
        let name = ranges.isEmpty ? Self.name(of: value) : Self.name(ofRange: value)
        let number = found[name] ?? first.count
        if number == first.count {
          found[name] = number
          first.append((name, value, text))
        }
        if !own.contains(number) { own.append(number) }
      }
      return own
    }
    let order = sorted(first.map(\.value), by: collation)
    var places = Array(repeating: UInt32(0), count: order.count)
    for (place, number) in order.enumerated() { places[number] = UInt32(place) }
    let valuesOfCode = Buckets(ofCode.count) { add in
      for (code, numbers) in ofCode.enumerated() { for number in numbers { add(code, places[number]) } }
    }
    var totals = Array(repeating: UInt32(0), count: order.count + 1)
    valuesOfCode.members.withUnsafeBufferPointer { members in
      for code in column.codes {
        if code == 0 { totals[order.count] += 1 }
        for value in members[valuesOfCode.range(Int(code))] { totals[Int(value)] += 1 }
      }
    }
    arrays.add("\(name).totals", totals)
    var texts = DistinctTexts()
    var names = DistinctTexts()
    for number in order {
      _ = texts.number(of: first[number].text)
      _ = names.number(of: first[number].name)
    }
    texts.finish(&arrays, "\(name).texts")
    names.finish(&arrays, "\(name).names")
    valuesOfCode.add(to: &arrays, "\(name).ofCode")
    let byName = order.indices.sorted { first[order[$0]].name < first[order[$1]].name }
    arrays.add("\(name).byName", byName.map { UInt32($0) })
    let frequent = order.indices.sorted { (totals[$1], $0) < (totals[$0], $1) }
    arrays.add("\(name).frequent", frequent.prefix(offeredLimit).map { UInt32($0) })
    if !ranges.isEmpty { arrays.add("\(name).bounds", ranges.bounds.map(\.bitPattern)) }
  }

  private static func ranges(of column: FactColumn) -> FacetRanges {
    guard column.form.hasKeys else { return FacetRanges([:], of: column.form) }
    var totals = Array(repeating: 0, count: column.codeCount)
    for code in column.codes { totals[Int(code)] += 1 }
    var keys: [Double: Int] = [:]
    for code in 0..<column.codeCount {
      for key in column.values(of: code).compactMap(\.key) { keys[key, default: 0] += totals[code] }
    }
    return FacetRanges(keys, of: column.form)
  }

  /// Sorts numbers and dates, then texts alphabetically.
  private static func sorted(_ values: [FactValue], by collation: Collation?) -> [Int] {
    let texts = values.map { Collation.key(of: $0.text, by: collation) }
    return values.indices.sorted { one, other in
      switch (values[one].key, values[other].key) {
      case (let key?, let other?) where key != other: key < other
      case (.some, nil): true
      case (nil, .some): false
      default: (texts[one], one) < (texts[other], other)
      }
    }
  }
}

/// The values that the filters of a facet select.
struct ChosenValues: Sendable {
  /// Unknown values have none.
  private(set) var numbers: [Int] = []
  private(set) var hasNone = false
  /// Whether no value is selected, not even an unknown one.
  let isEmpty: Bool

  init(_ filters: [FactFilter], of facet: FacetValues) {
    let own = filters.filter { $0.fact == facet.field.name }.map(\.value)
    isEmpty = own.isEmpty
    hasNone = own.contains(FactFilter.none)
    numbers = own.compactMap(facet.number)
  }

  func allow(_ values: Numbers<UInt32>, isNone: Bool) -> Bool {
    isNone && hasNone || values.contains { numbers.contains(Int($0)) }
  }
}

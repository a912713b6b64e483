/// A drawing of where a place lies.
public struct PlaceMap: Sendable {
  /// An SVG document, UTF-8, about 60 kB, a fifth of that with gzip.
  ///
  /// Its style is inside and nothing is loaded. Shown in an `<img>` it needs no header; opened on
  /// its own it needs `Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'`.
  public let svg: [UInt8]
  /// The same in words, one paragraph: coordinates, and the nearest places with distance and direction.
  public let description: String
}

/// What a text looks like.
struct TextShape {
  let isAddress: Bool
  /// An address or a path that ends as pictures' do.
  let isPicture: Bool
  /// Letters and digits that are made for machines: hashes, numbers with signs, names of files.
  let isCode: Bool
  let isDate: Bool
  /// `Point(lon lat)` or `lat, lon`.
  let isPlace: Bool
  /// Whether it has tags or character references of HTML.
  let isMarkup: Bool
  /// `image/png`, say.
  let isMediaType: Bool

  private static let endings = [".jpg", ".jpeg", ".png", ".webp", ".gif", ".svg", ".avif", ".ico"]

  private static let media = ["image/", "text/", "audio/", "video/", "application/", "font/", "model/"]

  init(_ text: String) {
    let lower = text.prefix(2_000).lowercased()
    isMediaType = Self.media.contains { lower.hasPrefix($0) } && !lower.contains(where: \.isWhitespace)
    isAddress = lower.hasPrefix("http://") || lower.hasPrefix("https://") || lower.hasPrefix("//")
    isMarkup = ["</", "<br", "<p>", "<img", "&#"].contains { lower.contains($0) }
    let path = lower.prefix { $0 != "?" && $0 != "#" }
    isPicture =
      !text.contains("\n") && text.utf8.count < 2_000 && Self.endings.contains { path.hasSuffix($0) }
    let scalars = text.unicodeScalars
    let digits = scalars.count { ("0"..."9").contains($0) }
    let hasSpace = scalars.contains { $0.properties.isWhitespace }
    isCode =
      isAddress || isPicture
      || !hasSpace && text.count > 3
        && (digits * 2 >= text.count || text.contains("_") || text.contains("@")
          || text.contains("-") && lower == text && !text.contains { !$0.isASCII })
    isDate =
      (8...40).contains(text.count) && digits >= 4
      && Self.isDate(Array(scalars.prefix(11)), digits)
    let upper = text.prefix(20).uppercased()
    let parts = text.count < 60 ? text.split { ",; ".contains($0) } : []
    isPlace =
      upper.hasPrefix("POINT") && text.contains("(")
      || parts.count == 2
        && parts.allSatisfy { $0.contains(".") && (Double($0).map { abs($0) <= 180 } ?? false) }
  }

  /// `2024-05-06…` or `Mon, 06 May 2024 …`.
  private static func isDate(_ start: [Unicode.Scalar], _ digits: Int) -> Bool {
    let isISO =
      start.count >= 10 && start[4] == "-" && start[7] == "-"
      && start[..<4].allSatisfy { ("0"..."9").contains($0) }
    return isISO || start.count > 4 && start[3] == "," && start[4] == " " && digits >= 6
  }
}

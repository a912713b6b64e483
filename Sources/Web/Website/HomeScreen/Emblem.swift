import Configuration

/// A show's emblem in the forms that home screens take: its drawing, and what `make icons` made of it.
struct Emblem: Sendable {
  /// A picture of the emblem, in pixels of its side.
  enum Form: String, Sendable, CaseIterable {
    case small = "icon-192"
    case large = "icon-512"
    /// For systems that cut their own shape out of it.
    case smallMaskable = "maskable-192"
    case largeMaskable = "maskable-512"
    /// For systems that round its corners.
    case touch = "touch-180"

    var side: Int {
      switch self {
      case .small, .smallMaskable: 192
      case .large, .largeMaskable: 512
      case .touch: 180
      }
    }

    var isMaskable: Bool { self == .smallMaskable || self == .largeMaskable }
  }

  /// Address of the drawing.
  let drawing: String
  private let pictures: [Form: String]

  /// A show of one's own may have a drawing only; the other forms are then missing.
  init(of looks: Looks, in assets: Assets, _ addresses: Addresses) {
    drawing = assets.address(of: looks.icon, in: addresses)
    var pictures: [Form: String] = [:]
    for form in Form.allCases {
      let path = Self.path(of: form, beside: looks.icon)
      if assets.hasFile(at: path) { pictures[form] = assets.address(of: path, in: addresses) }
    }
    self.pictures = pictures
  }

  /// Where a form lies in the public folder: `icons/wire.svg` has its pictures in `icons/wire/`.
  static func path(of form: Form, beside drawing: String) -> String {
    "\(drawing.dropLast(".svg".count))/\(form.rawValue).png"
  }

  /// Nil for a form that is not there.
  func address(of form: Form) -> String? { pictures[form] }
}

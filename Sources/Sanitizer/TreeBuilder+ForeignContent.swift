/// How SVG and MathML are read, of which nothing is kept, and where HTML begins again within them.
extension TreeBuilder {
  var isForeign: Bool { open.current.map { $0.namespace != .html } ?? false }

  /// Whether the start tag is read as HTML although the current node is not.
  var isHTMLAgain: Bool {
    switch open.current?.integration {
    case .html, .mathText: true
    case .annotation: token.tag == .svg
    case .none?, nil: false
    }
  }

  mutating func processForeignStartTag() {
    if token.kinds.contains(.foreignBreakout) || token.tag == .font && token.hasFontAttribute {
      leaveForeignContent()
      processHTMLStartTag()
    } else if !token.isSelfClosing, let namespace = open.current?.namespace {
      push(namespace: namespace)
    }
  }

  mutating func leaveForeignContent() {
    while let current = open.current, current.namespace != .html,
      current.integration == .none || current.integration == .annotation
    {
      pop()
    }
  }

  func integration(in namespace: OpenElement.Namespace) -> OpenElement.Integration {
    switch (namespace, token.tag) {
    case (.svg, .foreignObject), (.svg, .desc), (.svg, .title): return .html
    case (.math, .mi), (.math, .mo), (.math, .mn), (.math, .ms), (.math, .mtext): return .mathText
    case (.math, .annotationXML):
      var encoding: [UInt8] = []
      if let range = token.encoding {
        CharacterDecoder(bytes: bytes).append(range, as: .attribute, to: &encoding)
      }
      let name = encoding.map(\.asciiLowercased)
      let isHTML = name.elementsEqual("text/html".utf8) || name.elementsEqual("application/xhtml+xml".utf8)
      return isHTML ? .html : .annotation
    default: return .none
    }
  }
}

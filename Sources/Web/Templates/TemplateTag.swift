/// One tag as it stands in the source, before anything is matched or resolved.
struct TemplateTag {
  enum Kind: Equatable {
    case value, html, section, inverted, close, comment, delimiters, partial, parent, block
  }

  let kind: Kind
  /// Empty in comments and set-delimiter tags.
  let name: String
  /// From the opening delimiter to after the closing one.
  let range: Range<Int>

  /// The tag in messages, in the usual delimiters whatever the source's are.
  var description: String {
    switch kind {
    case .value: "{{\(name)}}"
    case .html: "{{{\(name)}}}"
    case .section: "{{#\(name)}}"
    case .inverted: "{{^\(name)}}"
    case .close: "{{/\(name)}}"
    case .comment: "{{!}}"
    case .delimiters: "{{=}}"
    case .partial: "{{>\(name)}}"
    case .parent: "{{<\(name)}}"
    case .block: "{{$\(name)}}"
    }
  }
}

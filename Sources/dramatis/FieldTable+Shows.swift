import Feeds
import Sanitizer
import Configuration

extension FieldTable {
  /// All that a show's file may hold.
  static let shows = FieldTable(
    Show.fields(markupLevels: Policy.names).flatMap { field in
      field.path == "feed" ? [field] + FeedKinds.fields : [field]
    })
}

import Pictures
import Website

/// What the shows of a shelf have together.
struct SharedParts: Sendable {
  /// Address of the page of all shows.
  let shelf: String
  let resources: Resources
  let pages = PageBudgets()
  let pictures: PictureResources
}

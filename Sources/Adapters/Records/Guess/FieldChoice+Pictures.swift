extension FieldChoice {
  /// The picture of a record in lists.
  var picture: FieldStatistics? { best("pictures") }

  /// The fields of all pictures of a record, that of lists first.
  var pictures: [FieldStatistics] {
    guard let picture else { return [] }
    func isGallery(_ field: FieldStatistics) -> Bool {
      [field.name, field.last].contains(where: FieldWords["galleries"].exact)
    }
    let others = fields.filter { field in
      field.path != picture.path && field.path != title?.path && score(field, "gallery") != nil
        && (isGallery(field) || Self.isNumbered(field, like: picture))
    }
    // A gallery begins with the picture that a thumbnail is of.
    if [picture.name, picture.last].contains(where: FieldWords["small"].isPart),
      let gallery = others.first(where: { isGallery($0) && $0.present >= picture.present })
    {
      return [gallery] + others.filter { $0.path != gallery.path }.prefix(Self.pictureFields - 1)
    }
    return [picture] + inOrder(others).prefix(Self.pictureFields - 1)
  }

  /// Fields of pictures, at most.
  private static let pictureFields = 12

  /// Whether two fields differ only in a number, as `image1` and `image2` do.
  private static func isNumbered(_ field: FieldStatistics, like other: FieldStatistics) -> Bool {
    func stem(_ name: String) -> String { name.filter { !$0.isNumber } }
    return field.parent == other.parent && stem(field.last) == stem(other.last)
      && field.last.contains(where: \.isNumber)
  }

  /// Whether a field is the width or the height of a picture, such as `image_width`.
  func isSizeOfPicture(_ field: FieldStatistics) -> Bool {
    guard let size = ["width", "height"].first(where: field.last.hasSuffix), isNumeric(field) else {
      return false
    }
    let stem = String(field.last.dropLast(size.count))
    let name = FieldStatistics.plain(stem.isEmpty ? field.parent.last ?? "" : stem)
    return FieldWords["picture"].exact(name)
      || fields.contains { $0.last == name && $0.share(.picture) > 0.5 }
  }
}

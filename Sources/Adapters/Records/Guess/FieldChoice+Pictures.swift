extension FieldChoice {
  /// The picture of a record in lists.
  var picture: FieldStatistics? {
    // A person's portrait shows the record only if nothing else does.
    picture { !isOfPerson($0) } ?? picture { _ in true }
  }

  private func isOfPerson(_ field: FieldStatistics) -> Bool {
    field.parent.contains { FieldNames.persons.contains(FieldStatistics.plain($0)) }
  }

  private func picture(where isMeant: (FieldStatistics) -> Bool) -> FieldStatistics? {
    best { field in
      guard isMeant(field), isPicture(field), share(field) >= 0.1 else { return nil }
      return (field.share(.picture) >= 0.5 ? 2 : 0) + FieldNames.picture.weight(of: field) + share(field) * 2
        + kinship(field) - field.depth * 0.2 - (field.several > 0 ? 0.3 : 0)
        - (PictureNames.isFurther(field) ? 1 : 0)
    }
  }

  /// Whether the values are addresses of pictures. One that most records have is a sign, such as the logo of the
  /// source.
  private func isPicture(_ field: FieldStatistics) -> Bool {
    (field.share(.picture) >= 0.5
      || FieldNames.picture.weight(of: field) > 0 && field.share(.address) >= 0.8)
      && (field.values < 2 || constancy(field) <= 0.8)
  }

  /// The fields of all pictures of a record, that of lists first.
  var pictures: [FieldStatistics] {
    guard let picture else { return [] }
    let others = fields.filter { field in
      field.path != picture.path && field.path != title?.path && isPicture(field) && !isOfPerson(field)
        && (PictureNames.isGallery(field) || PictureNames.isNumbered(field, like: picture))
    }
    // A gallery begins with the picture that a thumbnail is of.
    if PictureNames.isSmall(picture),
      let gallery = others.first(where: { PictureNames.isGallery($0) && $0.present >= picture.present })
    {
      return [gallery] + others.filter { $0.path != gallery.path }.prefix(Self.pictureFields - 1)
    }
    return [picture] + inOrder(others).prefix(Self.pictureFields - 1)
  }

  /// Fields of pictures, at most.
  private static let pictureFields = 12
}

/// Names of fields of further pictures.
private enum PictureNames {
  private static let galleries: Set<String> = [
    "images", "imageurls", "imagelinks", "imgs", "pictures", "pictureurls", "pics", "photos", "photourls",
    "gallery", "galleryimages", "imagegallery", "screenshots", "artworks", "covers", "posters", "fotos",
    "bilder", "galerie", "galeria", "galería", "imagenes", "imágenes", "imagens", "medias",
    "mediaattachments", "attachments", "enclosure", "enclosures", "mediacontent", "hostedimageurls",
    "additionalimagelink", "additionalimagelinks", "additionalimage", "additionalimages", "otherimages",
    "moreimages", "extraimages", "productimages", "back", "backimage", "backcover", "coverback", "imageback",
    "rückseite", "verso",
  ]
  private static let small = ["thumb", "small", "preview", "mini", "tiny"]

  static func isGallery(_ field: FieldStatistics) -> Bool {
    galleries.contains(field.name) || galleries.contains(field.last)
  }

  static func isFurther(_ field: FieldStatistics) -> Bool {
    ["additional", "back", "extra", "more", "other"].contains { field.name.hasPrefix($0) }
  }

  static func isSmall(_ field: FieldStatistics) -> Bool {
    small.contains { field.name.contains($0) || field.last.contains($0) }
  }

  /// Whether two fields differ only in a number, as `image1` and `image2` do.
  static func isNumbered(_ field: FieldStatistics, like other: FieldStatistics) -> Bool {
    func stem(_ name: String) -> String { name.filter { !$0.isNumber } }
    return field.parent == other.parent && stem(field.last) == stem(other.last)
      && field.last.contains(where: \.isNumber)
  }
}

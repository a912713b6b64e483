import Favorites

/// libFuzzer's entry: a document is refused with at most 21 faults, or its list is exported and imported
/// unchanged.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let document = Array(UnsafeBufferPointer(start: start, count: count))
  do {
    let list = try FavoriteList(importing: document, show: "fuzz")
    guard list.total <= FavoriteList.limit, list.lists.count <= NamedList.limit,
      list.favorites.allSatisfy({ Favorite.isID($0.id) }),
      try FavoriteList(importing: list.exported(show: "fuzz"), show: "fuzz") == list
    else { fatalError("\(list) of: \(String(decoding: document, as: UTF8.self))") }
  } catch FavoritesError.notUnderstood(let faults) {
    guard (1...21).contains(faults.count) else { fatalError("\(faults.count) faults") }
  } catch FavoritesError.otherShow {
    // The error has only the name, in full length.
  } catch {
    fatalError("\(error)")
  }
  return 0
}

/// Sentences that are composed at run time; their texts are in the locale files.
enum Sentence: String, Sendable, CaseIterable {
  // The list.
  case matches, matchesNothing, meant, noFavoriteMatches, page, all
  case filtered, noneFiltered, matchesNoneFiltered
  case discover, labels
  case byTitle, textsUp, textsDown, numbersUp, numbersDown, datesUp, datesDown
  // Another device.
  case connect
  // The shelf.
  case refreshed, arrived, notServed, notServedReason
  // A list that is not there yet.
  case loading, loadingReason, loadingFetches, loadingReads, loadingIndexes, loadingShare
  // The age of the data.
  case asOf, bundled
  // Favorites.
  case added, removed
  case myLists, addedToList, removedFromList, tooManyLists, noSuchList, noListName, listNameTaken
  case red, orange, yellow, green, teal, blue, purple, pink
  case favorites, countedFavorites, newestFavorites, allFavorites, codeHolds, codeAndLinkHold
  case otherDevice, countedOtherDevice, addAll, addSome
  case notSavedFull, notSavedReadOnly, notSavedBusy, notSavedDisk, notReadable, tooManyFavorites
  case notSavedNow, notKnownWhetherSaved, withoutFavorites
  case notSavedNoRoom, fileNotUnderstood, fileOfOtherShow, removeCookies
  // A kiosk.
  case begin, beginsAnew
  // Facts.
  case pictureNumber
  case originalTitle, originalTitleIn, released, rating, ratingValue, yes, no
  // Coordinates.
  case placeLies, nearest, sameSpot, neighbour, between, underKilometre, kilometres
  case latitudeNorth, latitudeSouth, longitudeEast, longitudeWest, coordinates
  case north, northEast, east, southEast, south, southWest, west, northWest
  // Searching.
  case noSuggestions, resultsFor, resultsElsewhere, resultsSilent, openResults, searchAmong, searchCounted,
    searchWithSuggestions

  var names: Set<String> {
    switch self {
    case .matches: ["count", "all", "total", "text"]
    case .matchesNothing: ["noun", "nouns", "text"]
    case .noFavoriteMatches, .matchesNoneFiltered: ["text"]
    case .filtered: ["count", "all", "total"]
    case .textsUp, .textsDown, .numbersUp, .numbersDown, .datesUp, .datesDown: ["label"]
    case .meant: ["text", "name"]
    case .loadingShare: ["step", "percent"]
    case .page: ["page", "pages"]
    case .pictureNumber: ["number", "total"]
    case .asOf, .bundled, .refreshed: ["date"]
    case .arrived: ["count", "date"]
    case .countedFavorites, .allFavorites, .countedOtherDevice, .addSome: ["count"]
    case .added, .removed, .listNameTaken: ["name"]
    case .addedToList, .removedFromList: ["name", "list"]
    case .newestFavorites: ["favorites", "limit"]
    case .codeHolds: ["code", "count"]
    case .codeAndLinkHold: ["code", "count", "link"]
    case .tooManyFavorites, .tooManyLists, .noListName: ["limit"]
    case .fileOfOtherShow: ["show"]
    case .originalTitleIn: ["language"]
    case .ratingValue: ["mean", "count"]
    case .searchCounted: ["counted"]
    case .placeLies: ["name", "place"]
    case .nearest: ["list"]
    case .sameSpot: ["name"]
    case .neighbour: ["name", "distance", "direction"]
    case .kilometres: ["number"]
    case .latitudeNorth, .latitudeSouth, .longitudeEast, .longitudeWest: ["degrees"]
    case .coordinates: ["latitude", "longitude"]
    case .resultsFor: ["text"]
    case .resultsElsewhere, .resultsSilent, .openResults: ["host"]
    case .searchAmong: ["nouns", "name"]
    case .searchWithSuggestions: ["name"]
    default: []
    }
  }

  var hasForms: Bool { names.contains("count") && self != .codeHolds && self != .codeAndLinkHold }
}

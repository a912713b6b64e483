/// Sentences that are composed at run time; their texts, and the names of the values in them, are in the locale files.
enum Sentence: String, Sendable, CaseIterable {
  // The list.
  case matches, matchesNothing, meant, noFavoriteMatches, page, all
  case filtered, noneFiltered, matchesNoneFiltered, noValue, tooManyValues
  case related, alsoShared, alsoSharedBy, relationBack, connections
  case moreConnected, labels, letterPaper, noSuchPlace, noSuchFact, severalShows, severalShowsMore, otherHost
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
  case favorites, countedFavorites, newestFavorites, allFavorites, codeHolds, codeAndLinkHold
  case otherDevice, countedOtherDevice, addAll, addSome
  case notSavedFull, notSavedReadOnly, notSavedBusy, notSavedDisk, notReadable, tooManyFavorites
  case notSavedNow, notKnownWhetherSaved, withoutFavorites
  case notSavedNoRoom
  // A kiosk.
  case beginsAnew
  // Facts.
  case pictureNumber
  case originalTitle, originalTitleIn, released, rating, ratingValue, yes, no
  case dayAndTime, range, atLeast, below, comma
  // Repeated events.
  case everyDay, everyWeek, everyMonth, everyYear, first, second, third, fourth, last, ofMonth
  case severalTimes, untilDay, repeatedSomehow
  // Coordinates.
  case placeLies, nearest, sameSpot, neighbour, between, underKilometre, kilometres
  case scaleMetres, scaleKilometres
  case latitudeNorth, latitudeSouth, longitudeEast, longitudeWest, coordinates
  case north, northEast, east, southEast, south, southWest, west, northWest
  // Searching.
  case noSuggestions, resultsFor, resultsElsewhere, resultsSilent, openResults, searchAmong, searchCounted,
    searchWithSuggestions
}

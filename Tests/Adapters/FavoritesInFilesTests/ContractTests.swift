import FavoritesInFiles
import System
import TestSupport
import Testing

@Suite struct ContractTests {
  @Test("A store in files keeps the contract", arguments: FavoritesContract.rules)
  func files(_ rule: FavoritesContract) async throws {
    let folder = try TemporaryFolder()
    try await rule.check {
      JSONFavorites(directory: "\(folder.path)/favorites", show: "simpsons", log: SilentLog())
    }
  }
}

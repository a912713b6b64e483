import TestSupport
import Testing

@Suite struct ContractTests {
  @Test("A store in memory keeps the contract", arguments: FavoritesContract.rules)
  func memory(_ rule: FavoritesContract) async throws {
    let store = MemoryFavorites()
    try await rule.check { store }
  }
}

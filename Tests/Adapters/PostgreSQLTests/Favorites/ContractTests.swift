import TestSupport
import Testing

@Suite
struct ContractTests {
  @Test("A store in PostgreSQL keeps the contract", arguments: FavoritesContract.rules)
  func database(_ rule: FavoritesContract) async throws {
    let place = try Place()
    try await rule.check { try place.replica() }
  }
}

import System
import Testing

@Suite("Shared budget")
struct SharedBudgetTests {
  @Test("A single cache has the whole budget, and several have what the others leave")
  func remainder() {
    let budget = SharedBudget(100)
    budget.join()
    #expect(budget.limit(holding: 0) == 100)
    budget.note(30)
    budget.join()
    #expect(budget.limit(holding: 30) == 100)
    #expect(budget.limit(holding: 0) == 70)
  }

  @Test("Each cache always has its equal part, so all together use less than twice the budget")
  func equalPart() {
    let budget = SharedBudget(100)
    for _ in 0..<4 { budget.join() }
    var held = [0, 0, 0, 0]
    for cache in held.indices {
      let limit = budget.limit(holding: held[cache])
      #expect(limit == (cache == 0 ? 100 : 25))
      held[cache] = limit
      budget.note(limit)
    }
    #expect(held.reduce(0, +) < 200)
    #expect(budget.limit(holding: 100) == 25)
  }

  @Test("A cache that leaves frees its part")
  func freed() {
    let budget = SharedBudget(100)
    budget.join()
    budget.join()
    budget.note(100)
    #expect(budget.limit(holding: 0) == 50)
    budget.leave(holding: 100)
    #expect(budget.limit(holding: 0) == 100)
  }
}

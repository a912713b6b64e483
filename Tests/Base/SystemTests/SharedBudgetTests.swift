import System
import Testing

@Suite("A budget that several caches share")
struct SharedBudgetTests {
  @Test("One cache alone has all of it; beside others it has what they leave")
  func left() {
    let budget = SharedBudget(100)
    budget.join()
    #expect(budget.limit(holding: 0) == 100)
    budget.note(30)
    budget.join()
    #expect(budget.limit(holding: 30) == 100)
    #expect(budget.limit(holding: 0) == 70)
  }

  @Test("Each cache has its equal part whatever the others hold, so all hold less than twice as much")
  func part() {
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

  @Test("What a cache held is free again once it has left")
  func gone() {
    let budget = SharedBudget(100)
    budget.join()
    budget.join()
    budget.note(100)
    #expect(budget.limit(holding: 0) == 50)
    budget.leave(holding: 100)
    #expect(budget.limit(holding: 0) == 100)
  }
}

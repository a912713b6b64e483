import System
import Testing

@Suite("The machine's clock")
struct SteadyClockTests {
  @Test("A clock that is set is noticed")
  func set() {
    #expect(SteadyClock().isSteady)
    #expect(SteadyClock(offset: SteadyClock.offset - 7_200).isSteady == false)
  }
}

import System
import Testing

@Suite("Steady clock")
struct SteadyClockTests {
  @Test("Setting the clock is detected")
  func set() {
    #expect(SteadyClock().isSteady)
    #expect(SteadyClock(offset: SteadyClock.offset - 7_200).isSteady == false)
  }
}

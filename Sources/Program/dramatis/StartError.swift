/// Why a show cannot be started; one sentence.
struct StartError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

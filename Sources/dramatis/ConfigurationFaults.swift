/// What is wrong with a configuration: one line each, with file, place and what was expected.
struct ConfigurationFaults: Error {
  let lines: [String]
}

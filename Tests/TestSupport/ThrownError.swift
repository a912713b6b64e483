public import Testing

/// The error of a type that a closure throws; nil, with a recorded issue, if it throws nothing or another error.
///
/// `#expect(throws:)` returns the error only from Swift 6.1 on.
public func thrown<Failure: Error, Result>(
  _ type: Failure.Type, at location: SourceLocation = #_sourceLocation, _ body: () throws -> Result
) -> Failure? {
  do {
    _ = try body()
    Issue.record("nothing was thrown; expected an error of type \(type)", sourceLocation: location)
  } catch let error as Failure {
    return error
  } catch {
    Issue.record(error, sourceLocation: location)
  }
  return nil
}

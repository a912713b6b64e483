/// A point on the sheet, in its units; y grows downwards.
struct Point: Equatable {
  var x: Double
  var y: Double
}

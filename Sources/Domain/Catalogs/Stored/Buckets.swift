import System

/// Numbers distributed to buckets, all in one array; in each bucket in the order in which they came.
struct Buckets: Sendable {
  let members: Numbers<UInt32>
  /// The index of each bucket's first member, and the end of the last bucket.
  let starts: Numbers<UInt32>

  init(_ arrays: ArraySet, _ name: String) {
    (members, starts) = (arrays.numbers("\(name).members"), arrays.numbers("\(name).starts"))
  }

  init(members: Numbers<UInt32>, starts: Numbers<UInt32>) { (self.members, self.starts) = (members, starts) }

  /// - Parameter distribute: adds each number to a bucket below `count`; called twice.
  init(_ count: Int, _ distribute: (_ add: (_ bucket: Int, _ member: UInt32) -> Void) -> Void) {
    var next = NumberWriter<UInt32>(repeating: 0, count: count + 1)
    distribute { bucket, _ in next[bucket + 1] += 1 }
    for bucket in 0..<count { next[bucket + 1] += next[bucket] }
    starts = Numbers(copying: next)
    var members = NumberWriter<UInt32>(repeating: 0, count: Int(next[count]))
    distribute { bucket, member in
      members[Int(next[bucket])] = member
      next[bucket] += 1
    }
    self.members = members.numbers()
  }

  func add(to arrays: inout ArraySet, _ name: String) {
    arrays.add("\(name).members", members)
    arrays.add("\(name).starts", starts)
  }

  var count: Int { max(0, starts.count - 1) }

  subscript(bucket: Int) -> Numbers<UInt32> { members.part(range(bucket)) }

  func range(_ bucket: Int) -> Range<Int> {
    let start = Int(starts[bucket])
    return start..<max(start, Int(starts[bucket + 1]))
  }
}

// A planted data race: two threads count in one variable without a lock. The thread sanitizer has
// to report it; if it does not, its silence about the library means nothing.

import Foundation

final class Counter: @unchecked Sendable {
  var value = 0
}

let counter = Counter()
let group = DispatchGroup()
// For so long that both count at the same time, however busy the machine is: of a thread that had
// ended before the other began, nothing is reported.
let end = ContinuousClock.now + .milliseconds(500)
for _ in 0..<2 {
  group.enter()
  Thread.detachNewThread {
    while ContinuousClock.now < end { counter.value += 1 }
    group.leave()
  }
}
group.wait()
FileHandle.standardOutput.write(Data("counted to \(counter.value)\n".utf8))

import Foundation
import Testing

@Suite struct QueueExplorationTests {
  @Test func `every world within reach keeps the laws of the queue machine`() {
    var exploration = Exploration()
    let depth = ProcessInfo.processInfo.environment["EXPLORATION_DEPTH"].flatMap(Int.init) ?? 4
    exploration.run(depth: depth)
    print(
      "queue machine: depth \(depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }
}

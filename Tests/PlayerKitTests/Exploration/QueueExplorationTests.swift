import TestSupport
import Testing

@Suite(.tags(.pure)) struct QueueExplorationTests {
  @Test("every world within reach keeps the laws of the queue machine")
  func everyWorldWithin() {
    let exploration = Exploration.shared
    print(
      "queue machine: depth \(Exploration.depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }
}

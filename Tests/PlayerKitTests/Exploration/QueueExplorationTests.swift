import Testing

@Suite struct QueueExplorationTests {
  @Test func `every world within reach keeps the laws of the queue machine`() {
    let exploration = Exploration.shared
    print(
      "queue machine: depth \(Exploration.depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }
}

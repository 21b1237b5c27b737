import Testing

@Suite struct PlaybackExplorationTests {
  @Test func `every state of the playback machine keeps its laws`() {
    var exploration = PlaybackExploration()
    exploration.run()
    print(
      "playback machine: complete at depth \(exploration.depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }
}

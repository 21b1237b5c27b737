import TestSupport
import Testing

@Suite(.tags(.pure)) struct PlaybackExplorationTests {
  @Test("Every state of the playback machine keeps its laws")
  func everyStatePlayback() {
    var exploration = PlaybackExploration()
    exploration.run()
    print(
      "playback machine: complete at depth \(exploration.depth), \(exploration.states) states, "
        + "\(exploration.transitions) transitions"
    )
    #expect(exploration.violations == [])
  }
}

import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitDiscovery

@Suite(.tags(.pure)) struct SongNamesakesTests {
  private func metadata(_ title: String, _ seconds: Int?) -> TrackMetadata {
    TrackMetadata(title: title, artist: "A", duration: seconds.map { .seconds($0) })
  }

  @Test("of a thousand recordings with one name a few are compared, equal titles first")
  func thousandOneName() {
    var namesakes = SongNamesakes()
    for number in 0..<1_000 {
      namesakes.add(number, metadata("Drums (Live \(number))", 200 + number % 5))
    }
    let found = namesakes.candidates(for: metadata("Drums (Live 900)", 203))
    #expect(found.count == SongNamesakes.maximumCompared)
    #expect(found.contains(900))
  }

  @Test("among many recordings, those of another length are not compared")
  func manyThoseAnother() {
    var namesakes = SongNamesakes()
    for number in 0..<1_000 { namesakes.add(number, metadata("Drums", number * 30)) }
    namesakes.add(1_000, metadata("Drums", nil))
    #expect(namesakes.candidates(for: metadata("Drums", 607)) == [20, 1_000])
    #expect(namesakes.candidates(for: metadata("Drums", 594)) == [20, 1_000])
    #expect(
      namesakes.candidates(for: metadata("Drums", nil)).count == SongNamesakes.maximumCompared
    )
  }

  @Test("if there are few, all are compared")
  func fewAllCompared() {
    var namesakes = SongNamesakes()
    for number in 0..<5 { namesakes.add(number, metadata("Drums", number * 100)) }
    #expect(namesakes.candidates(for: metadata("Drums", 100)) == [0, 1, 2, 3, 4])
  }

  @Test("an impossible length does not trap")
  func lengthCanT() {
    var namesakes = SongNamesakes()
    for length in [Duration.seconds(Int64.max), .seconds(Int64.min), .zero] {
      for number in 0..<20 {
        namesakes.add(number, TrackMetadata(title: "A", artist: "A", duration: length))
      }
      let endless = TrackMetadata(title: "A", artist: "A", duration: length)
      #expect(!namesakes.candidates(for: endless).isEmpty)
    }
  }
}

import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.pure)) struct SoundProcessingTests {
  private var full: SoundProcessing {
    var processing = SoundProcessing()
    processing.equalizer = Equalizer(.rock)
    processing.balance = -0.5
    processing.isMono = true
    processing.pitch = 150
    processing.skipsSilence = true
    processing.isNightMode = true
    processing.isLimited = true
    return processing
  }

  @Test("Everything is off at first")
  func allOffFirst() {
    #expect(SoundProcessing().isOff)
    #expect(!full.isOff)
    #expect(OutputSettings().processing.isOff)
  }

  @Test("Numbers stay within their bounds")
  func numbersStayWithin() {
    var processing = SoundProcessing()
    processing.balance = 3
    processing.balance = .nan
    #expect(processing.balance == 1)
    processing.pitch = -9_999
    processing.pitch = .nan
    #expect(processing.pitch == -1_200)
  }

  @Test("Written settings are read as equal, and foreign ones are limited to the bounds")
  func writtenReadEqual() throws {
    let data = try JSONEncoder().encode(full)
    #expect(try JSONDecoder().decode(SoundProcessing.self, from: data) == full)
    let other = Data(#"{"balance":-9,"equalizer":{"preamp":77},"somethingNew":1}"#.utf8)
    let read = try JSONDecoder().decode(SoundProcessing.self, from: other)
    #expect(read.balance == -1)
    #expect(read.equalizer == Equalizer(preamp: 30))
    #expect(!read.isMono)
  }

  @Test("The description lists only settings that are on")
  func printed() {
    #expect("\(SoundProcessing())" == "off")
    let rest = "balance -0.5, mono, 150.0 cents, no silence, night, limited"
    #expect("\(full)" == "\(Equalizer(.rock)), \(rest)")
    #expect("\(Equalizer(preamp: -3))" == "0 bands, preamp -3.0 dB")
  }

  @Test("The settings reach the engine, and apply to later tracks too")
  func reachesEngineLater() throws {
    let fixture = try QueueFixture()
    fixture.queue.processing = full
    fixture.begin()
    #expect(fixture.engine.output.processing == full)
    fixture.queue.next()
    #expect(fixture.engine.output.processing == full)
    fixture.queue.processing.isMono = false
    #expect(!fixture.engine.output.processing.isMono)
    #expect(fixture.queue.playback.processing == fixture.engine.output.processing)
  }

  @Test("A player without sound processing reports it, and the setting stays")
  func playerCannotSays() async throws {
    let player = FakePlayer(clock: ManualClock(), capabilities: .whole)
    let recorder = RecordingObserver(of: player)
    player.processing = full
    #expect(player.processing == full)
    await player.events.delivered()
    #expect(recorder.events.map(\.change).unsupported == [.processing])
  }
}

import Foundation
import PlayerKit
import PlayerKitMPV
import Testing

extension EngineTests {
  /// The seam in real time, where writing to a file would hide lateness: played to a PulseAudio
  /// sink, and recorded from its monitor by `Scripts/realtime-seam.sh`, which sets the variables.
  @Suite(
    .enabled(if: ProcessInfo.processInfo.environment["PLAYERKIT_PULSE_SINK"] != nil),
    .timeLimit(.minutes(1))
  )
  struct RealTimeSeamTests {
    @Test func `A signal cut in two sounds as one in real time`() async throws {
      let environment = ProcessInfo.processInfo.environment
      let sink = try #require(environment["PLAYERKIT_PULSE_SINK"])
      let recording = try #require(environment["PLAYERKIT_PULSE_RECORDING"])
      let sandbox = try Sandbox()
      let log = ReportLog()
      var ids = LoadIDIssuer.unique()
      let signal = Signal.integer(frames: 150_000)
      let engine = try MPVEngine(configuration: .init(output: .device("pulse/\(sink)")))
      let (a, b) = (ids.nextLoad(), ids.nextLoad())
      let flac = try sandbox.write(Fixture.data("seam-a.flac"), to: "a.flac")
      let wav = try sandbox.write(signal[30_011..<150_000].wav, to: "b.wav")
      engine.load(log.makeLoad(a, MediaSource(.file(path: flac)), isPlaying: false))
      engine.setNext(log.makeLoad(b, MediaSource(.file(path: wav))), after: a)
      engine.setPlaying(true, load: a)
      #expect(try await log.end(of: b) == .ended(followedBy: nil))
      await engine.close()
      let heard = try Data(contentsOf: URL(fileURLWithPath: recording))
      // The sink wakes up while the first milliseconds play, and the recorder writes in blocks: both
      // ends are left out. The joint lies 0.68 s into the signal.
      let wanted = signal[4_410..<130_000].pcm
      let start = try #require(
        heard.range(of: wanted.prefix(4_000))?.lowerBound, "the beginning was not recorded")
      #expect(heard[start...].prefix(wanted.count) == wanted)
    }
  }
}

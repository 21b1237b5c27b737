import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Reported formats, without libmpv.
@Suite(.tags(.pure))
struct SoundFormatTests {
  private func samples(
    _ encoding: SoundFormat.Encoding?,
    rate: Int = 44_100,
    channels: Int = 2
  ) -> SoundFormat.Samples {
    SoundFormat.Samples(rate: rate, encoding: encoding, channels: channels)
  }

  private func facts(
    _ source: SoundFormat.Samples,
    _ output: SoundFormat.Samples
  ) -> FormatFacts {
    FormatFacts(source: source, output: output)
  }

  @Test(
    "The format is bit-perfect if the output can hold the source's samples",
    arguments: [
      (SoundFormat.Encoding.integer(bits: 16), SoundFormat.Encoding.float(bits: 32), true),
      (.integer(bits: 24), .float(bits: 32), true), (.integer(bits: 32), .float(bits: 32), false),
      (.integer(bits: 24), .integer(bits: 32), true),
      (.integer(bits: 24), .integer(bits: 16), false),
      (.float(bits: 32), .integer(bits: 32), false), (.float(bits: 64), .float(bits: 32), false),
      (.float(bits: 32), .float(bits: 32), true),
    ]
  )
  func nothingLostWhereOutput(
    source: SoundFormat.Encoding,
    output: SoundFormat.Encoding,
    isPerfect: Bool
  ) {
    let format = facts(samples(source), samples(output)).format
    #expect(format.isBitPerfect == isPerfect)
    let isDithered = if case .integer = output { !isPerfect } else { false }
    #expect(format.changes.contains(.dithered) == isDithered)
  }

  @Test("Every change to the samples ends bit-perfection, and is named")
  func whateverDoneSamplesMakes() {
    let perfect = facts(samples(.integer(bits: 16)), samples(.float(bits: 32)))
    #expect(perfect.format.isBitPerfect)
    let others: [(inout FormatFacts) -> Void] = [
      { $0.output.rate = 48_000 }, { $0.output.channels = 1 }, { $0.settings.volume = 0.9 },
      { $0.settings.isMuted = true }, { $0.settings.rate = 1.5 }, { $0.isLeveled = true },
      { $0.isProcessed = true }, { $0.isMixed = true },
    ]
    let changes = others.map { change in
      var facts = perfect
      change(&facts)
      #expect(!facts.format.isBitPerfect)
      return facts.format.changes.subtracting([.rewritten])
    }
    #expect(
      changes == [
        [.resampled], [.remixed], [.volume], [.volume], [.stretched], [.leveled], [.processed],
        [.mixed],
      ]
    )
  }

  @Test("Integers are rounded by a volume, and by mixing channels")
  func wholeNumbersRoundedVolume() {
    var quiet = facts(samples(.integer(bits: 16)), samples(.integer(bits: 16)))
    #expect(quiet.format.isBitPerfect)
    quiet.settings.volume = 0.5
    #expect(quiet.format.changes == [.volume, .rounded])
    var mixed = facts(samples(.integer(bits: 16)), samples(.integer(bits: 16)))
    mixed.source.channels = 6
    #expect(mixed.format.changes == [.remixed, .rounded, .dithered])
  }

  @Test("An unknown format is not bit-perfect")
  func whatKnownCalledPerfect() {
    #expect(!facts(samples(nil), samples(.float(bits: 32))).format.isBitPerfect)
    #expect(!SoundFormat().isBitPerfect)
  }

  @Test("The bits in use are those that the media states")
  func bitsUseThoseMedia() {
    #expect(SoundFormat.Encoding.bits(codec: "pcm_s24le", head: nil) == 24)
    #expect(SoundFormat.Encoding.bits(codec: "pcm_s16be", head: nil) == 16)
    #expect(SoundFormat.Encoding.bits(codec: "flac", head: 20) == 20)
    #expect(SoundFormat.Encoding.bits(codec: "alac", head: nil) == nil)
    let flac = NoiseSamples(rate: 96_000, bits: 24, frames: 10).flac
    #expect(flac.withUnsafeBytes { SoundFormat.Encoding.bits(ofFLAC: $0) } == 24)
    #expect(flac.dropFirst().withUnsafeBytes { SoundFormat.Encoding.bits(ofFLAC: $0) } == nil)
    #expect(flac.prefix(21).withUnsafeBytes { SoundFormat.Encoding.bits(ofFLAC: $0) } == nil)
  }

  @Test("A sound server is asked only for its own devices")
  func soundServerAskedOwn() {
    #expect(DeviceFormat.sink(of: nil) == "@DEFAULT_SINK@")
    #expect(DeviceFormat.sink(of: "pulse") == "@DEFAULT_SINK@")
    #expect(DeviceFormat.sink(of: "pulse/kitchen/1") == "kitchen/1")
    #expect(DeviceFormat.sink(of: "alsa/hw:0") == nil)
    #expect(DeviceFormat(rate: 48_000, channels: 6, hasSides: true).layout == "5.1(side)")
    #expect(DeviceFormat(rate: 48_000, channels: 2).keptLayouts == "mono,stereo")
  }

  @Test("A file and a pipe have a fixed format in any configuration")
  func filePipeOneFormat() {
    for output in [MPVEngine.Output.pcm(path: "a"), .pipe(path: "a")] {
      #expect(
        MPVEngine.Configuration(output: output, quality: .source).outputQuality
          == .fixed(rate: 44_100)
      )
      #expect(
        MPVEngine.Configuration(output: output, quality: .fixed(rate: 48_000)).outputQuality
          == .fixed(rate: 48_000)
      )
    }
    #expect(MPVEngine.Configuration(output: .auto, quality: .source).outputQuality == .source)
  }
}

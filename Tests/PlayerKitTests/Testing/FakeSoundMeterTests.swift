import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite(.tags(.pure))
struct FakeSoundMeterTests {
  private let meter = FakeSoundMeter()

  private func levels(_ peak: Double) -> SoundLevels {
    SoundLevels(load: .unique(), position: .zero, channels: [SoundLevel(peak: peak, rms: -200)])
  }

  @Test("A reader gets the newest value that the test sets")
  func readsToldTest() async {
    meter.tell(levels(-1))
    var one = meter.levels().makeAsyncIterator()
    var other = meter.levels(every: .seconds(9)).makeAsyncIterator()
    #expect(meter.readerCount == 2)
    meter.tell(levels(-2))
    #expect(await one.next()?.channels.first == SoundLevel(peak: -2, rms: SoundLevel.silence))
    meter.tell(levels(-3))
    #expect(await one.next()?.channels.first?.peak == -3)
    #expect(await other.next()?.channels.first?.peak == -3)
  }

  @Test("A spectrum goes to readers of as many bands")
  func spectrumGoesThose() async {
    var three = meter.spectrum(bands: 3, every: .zero).makeAsyncIterator()
    var many = meter.spectrum(bands: 99, every: .zero).makeAsyncIterator()
    for count in [3, 60] {
      let bands = [Double](repeating: -.infinity, count: count)
      meter.tell(SoundSpectrum(load: .unique(), position: .zero, bands: bands))
    }
    #expect(await three.next()?.bands == [-120, -120, -120])
    #expect(await many.next()?.bands.count == 60)
  }

  @Test("A reader that stopped no longer reads, and closing ends all readers")
  func stoppedReadsNo() async {
    var streams = [meter.levels(), meter.levels()]
    #expect(meter.readerCount == 2)
    streams.removeLast()
    #expect(meter.readerCount == 1)
    meter.close()
    meter.tell(levels(-1))
    for stream in streams + [meter.levels()] {
      for await _ in stream { Issue.record("A closed stream yields a value.") }
    }
    #expect(meter.readerCount == 0)
  }
}

import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

/// The filters for given settings, and how they change.
@Suite(.tags(.pure)) struct SoundChainTests {
  private func processing(_ change: (inout SoundProcessing) -> Void) -> SoundProcessing {
    var processing = SoundProcessing()
    change(&processing)
    return processing
  }

  private func chain(
    _ processing: SoundProcessing = SoundProcessing(),
    hasRubberband: Bool = true
  ) -> SoundChain {
    var chain = SoundChain(sampleRate: 44_100, hasRubberband: hasRubberband)
    _ = chain.change(to: processing, from: 7)
    chain.begin()
    return chain
  }

  private var loud: SoundProcessing {
    processing { $0.equalizer = Equalizer(bands: [.init(frequency: 1_000, gain: 2, q: 1)]) }
  }

  private func labels(_ chain: SoundChain) -> [String] {
    chain.filters.compactMap { $0.split(separator: ":").first.map { String($0.dropFirst(4)) } }
  }

  @Test("If everything is off there is no filter")
  func whereAllOffThere() {
    #expect(chain().filters.isEmpty)
    #expect(!chain().isMoving)
    #expect(
      chain(processing { $0.equalizer.bands = [.init(frequency: 50, gain: 0, q: 1)] })
        .filters.isEmpty
    )
  }

  @Test("Silence is skipped first, and the limiter is last")
  func limiterLastSilenceGoes() {
    let all = processing {
      $0.equalizer = Equalizer(preamp: -3)
      $0.balance = 0.5
      $0.isMono = true
      $0.pitch = 100
      $0.skipsSilence = true
      $0.isNightMode = true
      $0.isLimited = true
    }
    let wanted = ["format", "silence", "preamp", "night", "pitch", "mono", "balance", "limiter"]
    #expect(labels(chain(all)) == wanted)
  }

  @Test("A band above half of the output's rate is left out")
  func bandAboveWhatOutput() {
    let high = processing {
      $0.equalizer.bands = [
        .init(frequency: 23_000, gain: 3, q: 1), .init(frequency: 22_000, gain: 3, q: 1),
      ]
    }
    #expect(chain(high).filters.count == 2)
  }

  @Test("Night mode adds a limiter, since a loud beginning would clip")
  func nightModeBringsLimiter() {
    #expect(labels(chain(processing { $0.isNightMode = true })).last == "limiter")
  }

  @Test("A new band begins at 0 dB, and its gain grows in small steps")
  func bandComesBeginsWithout() {
    var chain = chain()
    #expect(chain.change(to: loud, from: 7) == .rebuilt)
    #expect(chain.filters.last?.hasSuffix("g=0.0]") == true)
    var gains: [Double] = []
    while chain.isMoving {
      let commands = chain.step()
      #expect(commands.map(\.name) == ["gain"])
      gains += commands.compactMap { Double($0.argument) }
    }
    #expect(gains == [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2])
    #expect(chain.step().isEmpty)
  }

  @Test("libmpv keeps its filters so that they continue, until a seek")
  func whatLibmpvHasFilter() {
    var chain = chain()
    _ = chain.change(to: loud, from: 7)
    let filters = chain.filters
    while chain.isMoving { _ = chain.step() }
    #expect(chain.filters == filters)
    var both = loud
    both.isMono = true
    #expect(chain.change(to: both, from: 7) == .rebuilt)
    #expect(chain.filters.starts(with: filters))
    chain.refresh()
    #expect(chain.filters[1].hasSuffix("g=2.0]"))
  }

  @Test("Unused filters without samples go at the next change, those with samples at a seek")
  func whatHoldsNothingTaken() {
    var chain = chain(loud)
    #expect(chain.change(to: SoundProcessing(), from: 7) == .moving)
    while chain.isMoving { _ = chain.step() }
    #expect(chain.filters.count == 2)
    #expect(chain.change(to: processing { $0.isLimited = true }, from: 7) == .rebuilt)
    #expect(labels(chain) == ["format", "limiter"])
    #expect(chain.change(to: SoundProcessing(), from: 7) == .none)
    #expect(labels(chain) == ["format", "limiter"])
    chain.refresh()
    #expect(chain.filters.isEmpty)
  }

  @Test("A new frequency fades over from the earlier band")
  func anotherFrequencyFadesOver() {
    var chain = chain(loud)
    let other = processing {
      $0.equalizer = Equalizer(bands: [.init(frequency: 2_000, gain: 2, q: 1)])
    }
    #expect(chain.change(to: other, from: 7) == .rebuilt)
    #expect(chain.filters.count == 3)
    #expect(Set(labels(chain)).count == 3)
    #expect(Set(chain.step().map(\.argument)) == ["1.75", "0.25"])
  }

  @Test("A new pitch fades in beside the earlier one during playback")
  func pitchComesWhilePlays() {
    var chain = chain()
    #expect(chain.change(to: processing { $0.pitch = 100 }, from: 7) == .rebuilt)
    #expect(chain.filters.last?.contains("afade=t=in:st=7.0:d=0.2") == true)
    #expect(!chain.isMoving)
    #expect(chain.change(to: processing { $0.pitch = 130 }, from: 7) == .moving)
    #expect(chain.step().map(\.name) == ["pitch"])
    while chain.isMoving { _ = chain.step() }
    chain.refresh()
    #expect(chain.filters.last?.contains("amix") == false)
    #expect(chain.change(to: SoundProcessing(), from: 7) == .moving)
    while chain.isMoving { _ = chain.step() }
    #expect(chain.filters.count == 2)
    chain.refresh()
    #expect(chain.filters.isEmpty)
  }

  @Test("Without Rubber Band a pitch consists of a rate and a tempo, rebuilt for each pitch")
  func withoutRubberBandPitch() {
    let up = processing { $0.pitch = 1_200 }
    var chain = chain(up, hasRubberband: false)
    #expect(chain.filters.last?.contains("asetrate=88200,aresample=44100,atempo=0.5") == true)
    #expect(chain.change(to: processing { $0.pitch = -1_200 }, from: 7) == .rebuilt)
    #expect(chain.filters.last?.contains("asetrate=22050,aresample=44100,atempo=2.0") == true)
    #expect(chain.change(to: SoundProcessing(), from: 7) == .rebuilt)
    #expect(chain.filters.isEmpty)
  }
}

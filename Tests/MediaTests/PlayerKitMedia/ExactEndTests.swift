import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The end that an index states, and indices that are not to be trusted.
@Suite(.tags(.pure)) struct ExactEndTests {
  private func end(_ change: (inout MP4Maker) -> Void = { _ in }) -> ExactEnd? {
    var maker = MP4Maker()
    change(&maker)
    return ExactEnd(index: maker.index)
  }

  @Test("An edit list that counts samples gives the end, in both versions")
  func editListCounts() {
    for isLong in [false, true] {
      let end = end { $0.isLong = isLong }
      #expect(end?.samples == 30_011)
      #expect(end?.position == 30_011)
      #expect(end?.lead == .zero)
    }
    #expect(end()?.seconds == 30_011.5 / 44_100)
  }

  @Test("An edit list in milliseconds gives the end to the millisecond")
  func editListMilliseconds() throws {
    let end = try #require(end { ($0.movieRate, $0.edits) = (1_000, [(680, 1_024)]) })
    #expect(abs(end.samples - 30_011) <= 44)
  }

  @Test("A sample table that agrees with the milliseconds gives the end to the sample")
  func sampleTableAgrees() {
    let end = end {
      ($0.movieRate, $0.edits) = (1_000, [(680, 1_024)])
      $0.packets = [(30, 1_024), (1, 315)]
    }
    #expect(end?.samples == 30_011)
  }

  @Test("A count by iTunes has priority")
  func countItunesComes() {
    let end = end {
      ($0.movieRate, $0.edits, $0.tag) = (1_000, [(680, 1_024)], MP4Maker.tag30011)
    }
    #expect(end?.samples == 30_011)
    #expect(end?.position == 30_011)
  }

  @Test("Without an edit list libmpv's clock counts the padding before the audio")
  func withoutEditList() {
    let end = end { ($0.edits, $0.tag) = (nil, MP4Maker.tag30011) }
    #expect(end?.samples == 30_011)
    #expect(end?.position == 31_035)
    #expect(end?.lead == .seconds(1_024.0 / 44_100))
    #expect(end?.duration == .seconds(30_011.0 / 44_100))
  }

  @Test("The one audio track is found among others")
  func oneAudioTrack() {
    #expect(end { $0.handlers = ["vide", "soun", "text"] }?.samples == 30_011)
    #expect(end { $0.handlers = ["soun", "soun"] } == nil)
    #expect(end { $0.handlers = ["vide"] } == nil)
  }

  @Test("A length that exceeds the media, or needs too much padding, is ignored")
  func moreMediaHolds() {
    let packets: Int64 = 31 * 1_024
    for (length, isBelieved) in [
      (packets - 1_024, true), (packets - 1_023, false), (packets - 1_024 - 4_096, true),
      (packets - 1_024 - 4_097, false), (1, false), (0, false),
    ] {
      let byEdit = end { $0.edits = [(UInt64(length), 1_024)] }
      let digits = String(length, radix: 16)
      let byTag = end { ($0.edits, $0.tag) = (nil, " 0 400 0 \(digits) 0") }
      #expect((byEdit != nil) == isBelieved, "\(length)")
      #expect((byTag != nil) == isBelieved, "\(length)")
    }
  }

  @Test("If iTunes' count is ignored, the edit list gives the end")
  func countItunesNot() {
    for tag in [
      "", " 0 400 0 FFFFFFFFFFFFFFFF", " 0 400 0 1", " 0 0 0 753B", " 0 4000 0 753B", " x",
    ] {
      #expect(end { $0.tag = tag }?.samples == 30_011, "\(tag)")
    }
  }

  @Test("An ambiguous edit list is ignored")
  func doubtfulMeaningTells() {
    #expect(end { $0.edits = nil } == nil)
    #expect(end { $0.edits = [(30_011, -1)] } == nil)
    #expect(end { $0.edits = [(9, 1_024), (30_011, 1_024)] } == nil)
    #expect(end { $0.edits = [] } == nil)
    #expect(end { $0.isInFragments = true } == nil)
    #expect(end { $0.rate = 48_000 } == nil)
    #expect(end { $0.movieRate = 0 } == nil)
    #expect(end { $0.packets = [] } == nil)
    #expect(end { $0.packets = [(.max, .max), (.max, .max)] } == nil)
    #expect(end { ($0.isLong, $0.edits) = (true, [(.max, 0)]) } == nil)
    #expect(end { ($0.isLong, $0.edits) = (true, [(30_011, .max)]) } == nil)
    #expect(end { $0.codec = 0x6B } == nil)
  }

  @Test("A sample rate that may be doubled gives no end")
  func sampleRateDoubled() {
    // AAC-LC at 22.05 kHz: no statement, stated without band replication, with it, declared so.
    let low: (inout MP4Maker) -> Void = { ($0.rate, $0.movieRate) = (22_050, 22_050) }
    for (configuration, isTold) in [
      ([0x13, 0x90], false), ([0x13, 0x90, 0x56, 0xE5, 0x00], true),
      ([0x13, 0x90, 0x56, 0xE5, 0x80], false), ([0x2B, 0x92, 0x08, 0x00], false),
    ] as [([UInt8], Bool)] {
      let end = end {
        low(&$0)
        $0.configuration = configuration
      }
      #expect((end != nil) == isTold, "\(configuration)")
    }
  }

  @Test("The length of the audio is its packets' length, or 0 if unknown")
  func lengthAudioPackets() {
    func length(_ change: (inout MP4Maker) -> Void) -> Double? {
      var maker = MP4Maker()
      change(&maker)
      return MP4AudioTrack.shortestLength(index: maker.index)
    }
    let seconds = 31 * 1_024 / 44_100.0
    #expect(length { $0.handlers = ["vide", "soun", "soun"] } == seconds)
    #expect(length { $0.codec = 0x6B } == seconds)
    #expect(length { $0.isInFragments = true } == 0)
    #expect(length { $0.packets = [] } == 0)
    #expect(length { $0.packets = [(.max, .max)] } == 0)
    #expect(length { $0.rate = 0 } == 0)
    #expect(length { $0.handlers = ["vide"] } == nil)
    #expect(MP4AudioTrack.shortestLength(index: []) == nil)
  }

  @Test("Files that were changed at random never trap")
  func filesChangedRandom() throws {
    var random = SeededGenerator(seed: 5)
    let maker = MP4Maker(tag: MP4Maker.tag30011)
    var told = 0
    for round in 0..<4_000 {
      var index = maker.index
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        index[Int.random(in: 0..<index.count, using: &random)] =
          [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      }
      if round % 3 == 0 {
        index = Array(index.prefix(.random(in: 0..<index.count, using: &random)))
      }
      if let length = MP4AudioTrack.shortestLength(index: index) {
        #expect(length >= 0 && length.isFinite)
      }
      guard let end = ExactEnd(index: index) else { continue }
      told += 1
      #expect(end.samples > 0 && end.position > 0 && end.seconds.isFinite)
    }
    #expect(told > 100)
  }
}

import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@Suite("Matching of recordings", .tags(.pure))
struct RecordingMatcherTests {
  let matcher = RecordingMatcher()

  private func song(
    _ title: String = "Lantern",
    by artist: String = "Ivo Kern",
    on album: String? = "Wick",
    lasts seconds: Double? = 190,
    isrc: String? = nil,
    explicit: Bool? = nil
  ) -> Recording {
    Side(title, artist, on: album, lasts: seconds, isrc: isrc, explicit: explicit).recording
  }

  @Test("Each part reports its result")
  func findings() {
    let match = matcher.compare(
      song("Lantern (2011 Remaster)", lasts: 194, isrc: "QZAAA2100001", explicit: true),
      with: song(on: "Candles", isrc: "qz-aaa-21-00002", explicit: false)
    )
    #expect(
      match.reasons.map(\.part) == [
        .isrc, .musicBrainzID, .title, .versions, .artists, .duration, .explicitness, .album,
      ]
    )
    #expect(match.finding(.isrc) == .other)
    #expect(match.finding(.title) == .same)
    #expect(match.finding(.versions) == .same)
    #expect(match.finding(.artists) == .same)
    #expect(match.finding(.duration) == .close)
    #expect(match.finding(.explicitness) == .other)
    #expect(match.finding(.album) == .other)
    #expect(match.isAccepted)
    #expect(match.description.contains("duration close"))
  }

  @Test("Lengths count fully up to 3 s, partly up to 7 s, and not beyond")
  func lengths() {
    let scores = [190, 193, 194, 197].map { matcher.compare(song(lasts: $0), with: song()).score }
    #expect(scores[0] == scores[1])
    #expect(scores[1] > scores[2])
    #expect(scores[2] > scores[3])
    #expect(matcher.compare(song(lasts: 197), with: song()).isAccepted)
    #expect(!matcher.compare(song(lasts: 197.1), with: song()).isAccepted)
    #expect(!matcher.compare(song(lasts: 182.9), with: song()).isAccepted)
    #expect(matcher.compare(song(lasts: 0), with: song()).finding(.duration) == .unknown)
  }

  @Test(
    "An equal MusicBrainz id counts like an equal code, and a different one means little"
  )
  func musicBrainzIDs() {
    func song(lasts seconds: Double, id: String) -> Recording {
      var recording = self.song(lasts: seconds)
      recording.musicBrainzID = id
      return recording
    }
    let id = "0a1b2c3d-0000-4000-8000-000000000001"
    let wanted = song(lasts: 190, id: id)
    #expect(matcher.compare(song(lasts: 220, id: id.uppercased()), with: wanted).isAccepted)
    let other = "0a1b2c3d-0000-4000-8000-000000000002"
    #expect(!matcher.compare(song(lasts: 220, id: other), with: wanted).isAccepted)
    let match = matcher.compare(song(lasts: 190, id: other), with: wanted)
    #expect(match.isAccepted)
    #expect(match.finding(.musicBrainzID) == .other)
    let broken = matcher.compare(song(lasts: 220, id: "no id"), with: song(lasts: 190, id: "no id"))
    #expect(broken.finding(.musicBrainzID) == .unknown)
    #expect(!broken.isAccepted)
  }

  @Test("An equal code outweighs one conflict, but not two")
  func codes() {
    let wanted = song(isrc: "QZAAA2100001")
    func accepts(_ other: Recording) -> Bool { matcher.compare(other, with: wanted).isAccepted }
    #expect(accepts(song(lasts: 220, isrc: "QZ-AAA-21-00001")))
    #expect(accepts(song("Lantern (Live)", isrc: "QZAAA2100001")))
    #expect(accepts(song("Old Lantern", isrc: "QZAAA2100001")))
    #expect(!accepts(song("Old Lantern", lasts: 220, isrc: "QZAAA2100001")))
    #expect(!accepts(song("Lantern (Live)", lasts: 220, isrc: "QZAAA2100001")))
    #expect(!accepts(song("Marble", isrc: "QZAAA2100001")))
    #expect(!accepts(song("Old Lantern", isrc: "QZAAA21000011")))
  }

  @Test("Equal explicitness is preferred, and another one is better than nothing")
  func explicitness() throws {
    let wanted = song(explicit: true)
    let clean = song("Lantern (Clean)", explicit: false)
    let both = try #require(matcher.best(of: [clean, song(explicit: true)], for: wanted))
    #expect(both.recording.isExplicit == true)
    let one = try #require(matcher.best(of: [clean], for: wanted))
    #expect(one.match.finding(.explicitness) == .other)
  }

  @Test("The first of equally good candidates is the best, if any is accepted")
  func best() throws {
    let candidates = [
      song("Lantern (Live)"), song(on: "Candles"), song(), song("LANTERN"), song(lasts: 300),
    ]
    let best = try #require(matcher.best(of: candidates, for: song()))
    #expect(best.recording == candidates[2])
    #expect(matcher.best(of: [candidates[0], candidates[4]], for: song()) == nil)
    #expect(matcher.best(of: [], for: song()) == nil)
  }

  @Test(
    "Various artists match no artist, in any language",
    arguments: ["Various Artists", "群星", "Сборник"]
  )
  func nobody(_ name: String) {
    let match = matcher.compare(song(by: name), with: song(by: name))
    #expect(match.finding(.artists) == .unknown)
    #expect(!match.isAccepted)
  }

  @Test("An unknown remark on one side is accepted only with an equal code")
  func unknownRemark() {
    let wanted = song("Lantern (Kenyérpirító)", isrc: "QZAAA2100001")
    #expect(!matcher.compare(song(), with: wanted).isAccepted)
    #expect(matcher.compare(song(isrc: "QZAAA2100001"), with: wanted).isAccepted)
  }

  @Test("Barcodes are compared as numbers")
  func productCodes() throws {
    let code = try #require(ProductCode("0012345678905"))
    #expect(code == ProductCode("12345678905"))
    #expect(code == ProductCode("00-0123 45678905"))
    #expect(code.padded(to: 13) == "0012345678905")
    #expect(code.padded(to: 3) == "12345678905")
    for text in ["", "0", "1234567", "123456789012345", "12345678９05", "12a45678905"] {
      #expect(ProductCode(text) == nil, "\(text)")
    }
  }

  @Test("Albums are equal by their barcodes, or by everything else")
  func albums() {
    let matcher = ReleaseMatcher()
    let wanted = Release(title: "Wick", artists: ["Ivo Kern"], upc: "012345678905", trackCount: 10)
    func score(_ title: String, _ artist: String, _ upc: String?, _ count: Int?) -> Double? {
      matcher.score(
        Release(title: title, artists: [artist], upc: upc, trackCount: count),
        wanted
      )
    }
    #expect(score("Docht", "Ivo Kern", "0012345678905", 12) == 1)
    #expect(score("Marble", "Sela March", "0012345678905", 10) == nil)
    #expect(score("Wick (Deluxe Edition)", "Ivo Kern", nil, 10) != nil)
    #expect(score("Wick (Deluxe Edition)", "Ivo Kern", nil, 14) == nil)
    #expect(score("Wick (Live)", "Ivo Kern", nil, 10) == nil)
    #expect(score("Wick", "Sela March", nil, 10) == nil)
    let found = matcher.best(
      of: [Release(title: "Wick", artists: ["Ivo Kern"]), wanted],
      for: wanted
    )
    #expect(found == wanted)
  }

  @Test("No text traps, and a recording equals itself", arguments: 0..<20)
  func robustness(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("ab (([])-–.&'*$! feat.with live remix 19 ñ\u{301}яéβさっゃー漢👩‍👩‍👧\0")
    for _ in 0..<50 {
      func text() -> String {
        String(
          (0..<Int.random(in: 0..<30, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? "a"
          }
        )
      }
      let recording = Recording(
        title: text(),
        artists: [text(), text()],
        album: text(),
        isrc: text()
      )
      let other = Recording(title: text(), artists: [text()], duration: .seconds(-5))
      let match = matcher.compare(recording, with: other)
      #expect((0...1).contains(match.score))
      #expect(matcher.compare(recording, with: recording).finding(.title) == .same)
    }
  }

  @Test("Aliases relate names that no rule relates")
  func aliases() {
    let (one, two) = (song(by: "Haru Mori", on: nil), song(by: "森ハル", on: nil))
    #expect(!matcher.compare(one, with: two).isAccepted)
    let aliases = ArtistAliases([["haru  mori", "森ハル"], ["Somebody"]])
    let informed = RecordingMatcher(aliases: aliases)
    #expect(informed.compare(one, with: two).isAccepted)
    #expect(informed.compare(two, with: one).isAccepted)
    #expect(!informed.compare(song(by: "Somebody", on: nil), with: two).isAccepted)
    #expect(informed.best(of: [one], for: two)?.recording == one)
  }

  @Test("Aliases count before the built-in names")
  func aliasesFirst() {
    let (one, two) = (song(by: "IU", on: nil), song(by: "아이유", on: nil))
    #expect(matcher.compare(one, with: two).isAccepted)
    let other = RecordingMatcher(aliases: ArtistAliases([["IU", "イウ"], ["아이유", "Ai Yu"]]))
    #expect(!other.compare(one, with: two).isAccepted)
    #expect(RecordingMatcher(aliases: ArtistAliases()).compare(one, with: two).isAccepted)
  }

  @Test("Credits of equal recordings give aliases only of single artists in two scripts")
  func learnedAliases() {
    let learned = ArtistAliases(creditsOfEqualRecordings: [
      ["Haru Mori", "森ハル"], ["Haru Mori", "森ハル"], ["The Lanterns", "Lanterns, The"],
      ["Orchestra", "Conductor"], ["Duo & Friend", "二人"], ["Choir", "合唱団"], ["Choir", "別の合唱団"],
      ["Johann Sebastian Bach", "平均律"], ["Various Artists", "群星"], [],
    ])
    #expect(learned == ArtistAliases([["Haru Mori", "森ハル"]]))
    #expect(ArtistAliases(creditsOfEqualRecordings: []).isEmpty)
  }
}

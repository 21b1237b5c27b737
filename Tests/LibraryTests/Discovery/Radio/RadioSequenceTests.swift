import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitDiscovery

/// The laws of a radio's sequence, by hand and over many seeds.
@Suite(.tags(.pure)) struct RadioSequenceTests {
  private static func candidate(
    _ id: String,
    by artist: String,
    isrc: String? = nil,
    weight: Int = 1_000,
    kind: DiscoveryReason.Kind = .similarArtist
  ) -> RadioCandidate {
    let track = WorldTrack(id, by: artist, isrc: isrc)
    let reason = DiscoveryReason(kind, subject: "x", artist: artist)
    let proposal = ProposedTrack(track: track, artist: ArtistReference(artist), reason: reason)
    return RadioCandidate(proposal, weight: weight)
  }

  private static func pool(artists: Int, songs: Int) -> [RadioCandidate] {
    (0..<artists).flatMap { artist in
      (0..<songs).map { candidate("s\(artist) \($0)", by: "a\(artist)", weight: 1_000 / ($0 + 1)) }
    }
  }

  private static func played(
    _ count: Int,
    of pool: [RadioCandidate],
    rules: RadioRules,
    seed: UInt64
  ) -> [any Track] {
    var sequence = RadioSequence(rules: rules, seed: seed)
    sequence.add(pool)
    return (0..<count).compactMap { _ in sequence.next()?.track }
  }

  private static var small: RadioRules {
    var rules = RadioRules()
    rules.distance = 20
    rules.artistWindow = 8
    return rules
  }

  @Test("keeps its rules for a thousand seeds")
  func keepsRulesThousand() {
    let pool = Self.pool(artists: 8, songs: 4)
    for seed in 0..<1_000 as Range<UInt64> {
      let tracks = Self.played(28, of: pool, rules: Self.small, seed: seed)
      #expect(tracks.count == 28)
      #expect(faults(of: tracks, rules: Self.small) == [])
    }
  }

  @Test("equal seeds give equal sequences, different seeds different ones")
  func equalSeedsGive() {
    let pool = Self.pool(artists: 10, songs: 5)
    let ids = (0..<40 as Range<UInt64>).map { seed in
      (0..<2).map { _ in Self.played(30, of: pool, rules: Self.small, seed: seed).map(\.id) }
    }
    #expect(ids.allSatisfy { $0[0] == $0[1] })
    #expect(Set(ids.map { $0[0] }).count == 40)
  }

  @Test("the same recording at two services counts as one")
  func oneRecordingTwo() {
    var sequence = RadioSequence(rules: Self.small, seed: 1)
    sequence.add([
      Self.candidate("here", by: "A", isrc: "USXX12100001"),
      Self.candidate("there", by: "B", isrc: "us-xx1-21-00001"),
      Self.candidate("Song (Remastered)", by: "C"), Self.candidate("song", by: "C"),
    ])
    #expect(sequence.freshCount == 2)
  }

  @Test("a skipped artist comes less often, until it is heard again")
  func skippedComesLess() {
    func first(after events: [Bool]) -> Int {
      (0..<400 as Range<UInt64>).count { seed in
        var sequence = RadioSequence(rules: Self.small, seed: seed)
        let skipped = WorldTrack("old", by: "A")
        for isSkip in events { sequence.heard(skipped, for: nil, isSkip: isSkip) }
        sequence.add([Self.candidate("new", by: "A"), Self.candidate("other", by: "B")])
        return sequence.next()?.track.id == "new"
      }
    }
    let usual = first(after: [])
    #expect((150...250).contains(usual))
    #expect(first(after: [true, true, true]) < usual / 2)
    #expect(first(after: [true, true, true, false, false, false]) == usual)
  }

  @Test("a skip counts against the path that led to the track")
  func skipCountsAgainst() {
    let count = (0..<400 as Range<UInt64>).count { seed in
      var sequence = RadioSequence(rules: Self.small, seed: seed)
      let reason = DiscoveryReason(.genre, subject: "x")
      for _ in 0..<3 { sequence.heard(WorldTrack("old", by: "Z"), for: reason, isSkip: true) }
      sequence.add([
        Self.candidate("chart", by: "A", kind: .genre), Self.candidate("other", by: "B"),
      ])
      return sequence.next()?.track.id == "chart"
    }
    #expect(count < 100)
  }

  @Test("skips of everything do not stop it")
  func skipsEverythingNot() {
    var sequence = RadioSequence(rules: Self.small, seed: 3)
    sequence.add(Self.pool(artists: 12, songs: 10))
    for number in 0..<500 {
      guard let next = sequence.next() else {
        Issue.record("nothing at \(number)")
        return
      }
      sequence.heard(next.track, for: next.reason, isSkip: true)
    }
  }

  @Test("played tracks repeat after the minimum distance if there are no new ones")
  func playedComesAgain() {
    let tracks = Self.played(300, of: Self.pool(artists: 10, songs: 3), rules: Self.small, seed: 5)
    #expect(tracks.count == 300)
    #expect(faults(of: tracks, rules: Self.small) == [])
  }

  @Test("five tracks give five, and no repeat")
  func fiveTracksGive() {
    let five = (0..<5).map { Self.candidate("s\($0)", by: "a\($0)") }
    #expect(Self.played(50, of: five, rules: Self.small, seed: 5).count == 5)
  }

  @Test("one artist alone gives one track")
  func oneArtistAlone() {
    #expect(
      Self.played(50, of: Self.pool(artists: 1, songs: 20), rules: Self.small, seed: 5).count == 1
    )
  }

  @Test("a featured artist counts as an artist")
  func guestCountsArtist() {
    var details = TrackDetails()
    details.artists = ["A", "B"]
    let metadata = TrackMetadata(title: "duet", artist: "A, B", details: details)
    #expect(RecordingTrack(metadata).artistKeys.isSuperset(of: ["name a", "name b"]))
    var sequence = RadioSequence(rules: Self.small, seed: 1)
    sequence.came(RecordingTrack(metadata))
    sequence.add([Self.candidate("solo", by: "B")])
    #expect(sequence.next() == nil)
  }

  @Test("neither an entry that the queue held before nor its last artist is repeated")
  func queueHeldBefore() {
    var sequence = RadioSequence(rules: Self.small, seed: 1)
    sequence.came(WorldTrack("s1 0", by: "a1"))
    sequence.follow(WorldTrack("mine", by: "a0"))
    sequence.add([Self.candidate("s1 0", by: "a1"), Self.candidate("s0 0", by: "a0")])
    #expect(sequence.next() == nil)
    sequence.add([Self.candidate("s2 0", by: "a2")])
    #expect(sequence.next()?.track.id == "s2 0")
  }

  @Test("holds a bounded number of tracks, those of the highest weight")
  func holdsBoundedNumber() {
    var sequence = RadioSequence(rules: Self.small, seed: 1)
    for batch in 0..<30 {
      sequence.add(
        (0..<50).map { Self.candidate("s\(batch) \($0)", by: "a\($0)", weight: 1 + batch) }
      )
    }
    #expect(sequence.freshCount == RadioSequence.capacity)
    for _ in 0..<3_000 { _ = sequence.next() }
    #expect(sequence.heldCount <= 2 * RadioSequence.capacity + Self.small.distance)
  }

  @Test("asks for more if few artists have all known tracks")
  func asksMoreFew() {
    var sequence = RadioSequence(rules: RadioRules(), seed: 1)
    sequence.add(Self.pool(artists: 3, songs: 30))
    #expect(sequence.needsMore)
    sequence.add(Self.pool(artists: 12, songs: 30))
    #expect(!sequence.needsMore)
  }
}

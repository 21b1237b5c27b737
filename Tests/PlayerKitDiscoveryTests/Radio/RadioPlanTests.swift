import PlayerKit
import ServiceKit
import Testing

@testable import PlayerKitDiscovery

@Suite struct RadioPlanTests {
  /// Asks until the end.
  private func questions(
    _ plan: inout RadioPlan,
    atMost limit: Int = 5_000,
    likes: (String) -> [String]
  ) -> [RadioQuestion] {
    var asked: [RadioQuestion] = []
    while let question = plan.next, asked.count < limit {
      asked.append(question)
      plan.answered(question)
      if case .artistsLike(let artist) = question {
        let found = likes(artist.name).map {
          ProposedArtist(artist: ArtistReference($0), tie: .similar, services: [])
        }
        plan.found(found, like: artist)
      }
    }
    return asked
  }

  @Test func `similar artists that lead in a circle come to an end`() {
    var plan = RadioPlan(.artist(ArtistReference("A")))
    let asked = questions(&plan) { ["A": ["B"], "B": ["C"], "C": ["A", "B"]][$0] ?? [] }
    #expect(asked.count == 7)
    #expect(Set(asked).count == 7)
  }

  @Test func `an artist who is like herself under two spellings is asked about once`() {
    var plan = RadioPlan(.artist(ArtistReference("Beyoncé")))
    let asked = questions(&plan) { _ in ["BEYONCE", "The Beyonce"] }
    #expect(asked.count == 3)
  }

  @Test func `an endless world is asked about so often and no more`() {
    var plan = RadioPlan(.artist(ArtistReference("a")))
    var number = 0
    let asked = questions(&plan) { _ in
      number += 30
      return (0..<30).map { "artist \(number + $0)" }
    }
    #expect(plan.artistCount == RadioPlan.mostArtists)
    #expect(asked.count <= 2 * RadioPlan.mostArtists + 1)
  }

  @Test func `a question stays until it is answered`() {
    var plan = RadioPlan(.genre("rock"))
    #expect(plan.next == .genre("rock"))
    plan.answered(.genre("pop"))
    #expect(plan.next == .genre("rock"))
    plan.answered(.genre("rock"))
    #expect(plan.next == nil)
  }

  @Test func `starts a history from the artists that were heard most`() {
    let heard = ["A", "B", "B", "C", "C", "D", "E", "F", "G"].map {
      TrackMetadata(title: "t", artist: $0)
    }
    #expect(RadioSeed.history(heard).artists.map(\.name) == ["C", "B", "G", "F", "E"])
  }

  @Test func `says for a similar artist's track whom the artist is like`() {
    var plan = RadioPlan(.artist(ArtistReference("A")))
    let likes = [ProposedArtist(artist: ArtistReference("B"), tie: .related, services: [])]
    plan.found(likes, like: ArtistReference("A"))
    let own = DiscoveryReason(.popular, subject: "B", artist: "B", services: ["deezer"])
    let proposal = ProposedTrack(
      track: WorldTrack("t", by: "B"),
      artist: ArtistReference("B"),
      reason: own
    )
    let found = plan.found([proposal], for: .tracksBy(ArtistReference("B")))
    #expect(found.map(\.reason.description) == ["B works with A (deezer)"])
  }

  @Test func `asks for the genre's chart where no artist is left`() {
    var details = TrackDetails()
    details.genres = ["Music", "Rock", "rock"]
    var plan = RadioPlan(.track(TrackMetadata(title: "t", artist: "A", details: details)))
    let asked = questions(&plan) { _ in [] }
    #expect(asked.filter { if case .genre = $0 { true } else { false } } == [.genre("Rock")])
    #expect(asked.last == .genre("Rock"))
  }

  @Test func `goes on from the artists of a chart`() {
    var plan = RadioPlan(.genre("rock"))
    plan.answered(.genre("rock"))
    let reason = DiscoveryReason(.genre, subject: "rock", artist: "B", services: ["deezer"])
    let track = WorldTrack("t", by: "B")
    let hit = ProposedTrack(track: track, artist: ArtistReference("B"), reason: reason)
    let first = plan.found([hit], for: .genre("rock"))
    #expect(first.map(\.reason.description) == ["popular in rock (deezer)"])
    #expect(plan.next != nil)
    let more = plan.found([hit], for: .tracksBy(ArtistReference("B")))
    #expect(more.map(\.reason.description) == ["more by B: popular in rock (deezer)"])
  }
}

import PlayerKit
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitDiscovery

@Suite(.tags(.pure)) struct RadioPlanTests {
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

  @Test("similar artists that form a circle come to an end")
  func similarArtistsLead() {
    var plan = RadioPlan(.artist(ArtistReference("A")))
    let asked = questions(&plan) { ["A": ["B"], "B": ["C"], "C": ["A", "B"]][$0] ?? [] }
    #expect(asked.count == 7)
    #expect(Set(asked).count == 7)
  }

  @Test("an artist who is similar to herself under another spelling is asked about once")
  func artistLikeHerself() {
    var plan = RadioPlan(.artist(ArtistReference("Beyoncé")))
    let asked = questions(&plan) { _ in ["BEYONCE", "The Beyonce"] }
    #expect(asked.count == 3)
  }

  @Test("an endless world gets a bounded number of questions")
  func endlessWorldAsked() {
    var plan = RadioPlan(.artist(ArtistReference("a")))
    var number = 0
    let asked = questions(&plan) { _ in
      number += 30
      return (0..<30).map { "artist \(number + $0)" }
    }
    #expect(plan.artistCount == RadioPlan.maximumArtists)
    #expect(asked.count <= 2 * RadioPlan.maximumArtists + 1)
  }

  @Test("a question stays until it is answered")
  func questionStaysUntil() {
    var plan = RadioPlan(.genre("rock"))
    #expect(plan.next == .genre("rock"))
    plan.answered(.genre("pop"))
    #expect(plan.next == .genre("rock"))
    plan.answered(.genre("rock"))
    #expect(plan.next == nil)
  }

  @Test("starts a history from the artists that were heard most")
  func startsHistoryArtists() {
    let heard = ["A", "B", "B", "C", "C", "D", "E", "F", "G"].map {
      TrackMetadata(title: "t", artist: $0)
    }
    #expect(RadioSeed.history(heard).artists.map(\.name) == ["C", "B", "G", "F", "E"])
  }

  @Test("names the artist that a similar artist resembles")
  func saysSimilarArtist() {
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

  // MARK: - Spoken word

  private func proposal(
    _ title: String,
    _ genres: [String] = [],
    album: String? = nil,
    by artist: String = "Hugh Laurie"
  ) -> ProposedTrack {
    var details = TrackDetails()
    details.genres = genres
    let metadata = TrackMetadata(title: title, artist: artist, album: album, details: details)
    return ProposedTrack(
      track: RecordingTrack(metadata),
      artist: ArtistReference(artist),
      reason: DiscoveryReason(.popular, subject: artist, artist: artist, services: ["deezer"])
    )
  }

  private func titles(_ candidates: [RadioCandidate]) -> [String] {
    candidates.compactMap(\.track.metadata.title)
  }

  @Test("a radio of a singer who also reads plays the songs, and reports what it left out")
  func radioSingerReads() {
    let artist = ArtistReference("Hugh Laurie")
    var plan = RadioPlan(.artist(artist))
    let chapters = (1...4).map { proposal("Chapter \($0)", album: "Three Men in a Boat") }
    let found = plan.found(
      [
        proposal("Let Them Talk", ["Blues"]), proposal("Gulliver's Travels", ["Audiobooks"]),
        proposal("Interview with Hugh Laurie"), proposal("Police Dog Blues"),
        proposal("Mystery", ["Comedy"]), proposal("Louisiana Blues, Part 1", album: "Blues"),
      ] + chapters,
      for: .tracksBy(artist)
    )
    #expect(
      titles(found) == ["Let Them Talk", "Police Dog Blues", "Mystery", "Louisiana Blues, Part 1"]
    )
    #expect(plan.leftOut.count == 6)
    #expect(
      plan.leftOut.first?.speech.description == "spoken word: genre “Audiobooks” +2.50"
    )
  }

  @Test("spoken word by similar artists or in a chart is left out too")
  func likeArtistChart() {
    var plan = RadioPlan(.genre("Jazz"))
    let chart = [
      proposal("A", ["Jazz"], by: "B"), proposal("Book", ["Hörbuch"], by: "C"),
      proposal("Interlude", by: "D"),
    ]
    #expect(titles(plan.found(chart, for: .genre("Jazz"))) == ["A", "Interlude"])
    plan = RadioPlan(.artist(ArtistReference("A")))
    let like = [ProposedArtist(artist: ArtistReference("B"), tie: .similar, services: [])]
    plan.found(like, like: ArtistReference("A"))
    let spoken = (0..<6).map { proposal("Book \($0)", ["Audiobooks"], by: "B") }
    #expect(plan.found(spoken, for: .tracksBy(ArtistReference("B"))).isEmpty)
  }

  @Test("a radio that starts from spoken word plays it")
  func startsSpokenWord() {
    let book = proposal("Gulliver's Travels", ["Audiobooks"])
    let song = proposal("Let Them Talk", ["Blues"])
    let (heard, sung) = (book.track.metadata, song.track.metadata)
    let spoken: [RadioSeed] = [
      .track(heard), .genre("Hörspiel"), .genre("Comedy"), .history([heard, heard, sung]),
    ]
    for seed in spoken {
      var plan = RadioPlan(seed)
      #expect(plan.found([book], for: .tracksBy(book.artist)).count == 1, "\(seed)")
      #expect(plan.leftOut.isEmpty)
    }
    let others: [RadioSeed] = [
      .track(sung), .genre("Rock"), .history([heard, sung]), .artist(book.artist),
      .recommendations,
    ]
    for seed in others {
      var plan = RadioPlan(seed)
      #expect(plan.found([book], for: .tracksBy(book.artist)).isEmpty, "\(seed)")
    }
  }

  @Test("a radio that starts from an artist with only spoken word plays it")
  func startsSomebodyNothing() {
    let artist = ArtistReference("Reader")
    var plan = RadioPlan(.artist(artist))
    let books = (0..<5).map { proposal("Book \($0)", ["Audiobooks"], by: "Reader") }
    #expect(plan.found(books, for: .tracksBy(artist)).count == 5)
  }

  @Test("only the last hundred left out tracks are remembered")
  func leftOutLast() {
    var plan = RadioPlan(.recommendations)
    let books = (0..<150).map { proposal("Book \($0)", ["Audiobooks"], by: "Reader \($0)") }
    #expect(plan.found(books, for: .recommendations).isEmpty)
    #expect(plan.leftOut.count == 100)
    #expect(plan.leftOut.last?.track.metadata.title == "Book 149")
  }

  @Test("asks for the genre's chart if no artist is left")
  func asksGenreChart() {
    var details = TrackDetails()
    details.genres = ["Music", "Rock", "rock"]
    var plan = RadioPlan(.track(TrackMetadata(title: "t", artist: "A", details: details)))
    let asked = questions(&plan) { _ in [] }
    #expect(asked.filter { if case .genre = $0 { true } else { false } } == [.genre("Rock")])
    #expect(asked.last == .genre("Rock"))
  }

  @Test("continues from the artists of a chart")
  func goesArtistsChart() {
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

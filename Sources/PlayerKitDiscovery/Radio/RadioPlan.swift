import PlayerKit
import PlayerKitServices

/// A question to the services.
enum RadioQuestion: Sendable, Hashable {
  case tracksLike(TrackMetadata)
  case mix(ArtistReference)
  case tracksBy(ArtistReference)
  case artistsLike(ArtistReference)
  case genre(String)
  case recommendations
}

/// What a radio asks next: from the seed outwards, artist by artist, at last the charts of its genres. Pure.
///
/// Each artist is asked about once, so that similar artists that lead in a circle come to an end, and at most
/// ``mostArtists`` of them, so that a radio of any length asks a bounded number of questions.
struct RadioPlan: Sendable {
  /// An artist that the radio came upon.
  private struct Known: Sendable {
    let artist: ArtistReference
    /// Why its tracks are proposed; `nil`: it is one of those that were asked for.
    let origin: DiscoveryReason?
    /// How much speaks for it.
    let weight: Int
  }

  /// How many artists a radio comes to know.
  static let mostArtists = 400
  private static let mostGenres = 5
  /// How many artists it looks for ahead, before it asks for their tracks.
  private static let ahead = 6
  /// How many tracks of one artist are taken.
  private static let tracksOfArtist = 10
  /// How much a step away from the seed costs.
  private static let step = 2
  /// How many tracks that were left out it remembers.
  private static let mostLeftOut = 100
  /// A list of an artist's tracks shows what the artist does if it has so many.
  private static let fairList = 5

  private var questions: [RadioQuestion] = []
  private var artists: [Known] = []
  /// The genres of the seed's tracks, to be asked about where no artist is left.
  private var genres: [String] = []
  private var knownGenres: Set<String> = []
  /// How many of them the radio starts from.
  private var seeds = 0
  private var places: [String: Int] = [:]
  /// The first whose tracks were not asked for, the first whose likes were not.
  private var nextTracks = 0
  private var nextLikes = 0
  /// Whether spoken word is played, too.
  private var playsSpeech: Bool
  /// The spoken word that was left out last.
  private(set) var leftOut: [SpokenProposal] = []

  init(_ seed: RadioSeed) {
    playsSpeech = seed.isSpoken
    switch seed {
    case .track(let track):
      questions.append(.tracksLike(track))
      for genre in track.details.genres { know(genre: genre) }
    case .genre(let name): questions.append(.genre(name))
    case .recommendations: questions.append(.recommendations)
    case .artist, .history: break
    }
    for artist in seed.artists {
      know(artist, nil, weight: RadioCandidate.most)
      questions.append(.mix(artist))
    }
    seeds = artists.count
  }

  /// What to ask; `nil`: all was asked. Stays the same until it was ``answered(_:)``.
  var next: RadioQuestion? {
    if let first = questions.first { return first }
    let hasLikes = nextLikes < artists.count
    // Near ones first: their likes are asked for when few of them are left.
    let isNear = nextTracks < seeds || artists.count - nextTracks > (hasLikes ? Self.ahead : 0)
    if nextTracks < artists.count, isNear { return .tracksBy(artists[nextTracks].artist) }
    if hasLikes { return .artistsLike(artists[nextLikes].artist) }
    return genres.first.map { .genre($0) }
  }

  /// How many artists are known.
  var artistCount: Int { artists.count }

  /// The services answered the question, if only that there is nothing.
  mutating func answered(_ question: RadioQuestion) {
    if questions.first == question {
      questions.removeFirst()
    } else if case .tracksBy(let artist) = question, isNext(artist, nextTracks) {
      nextTracks += 1
    } else if case .artistsLike(let artist) = question, isNext(artist, nextLikes) {
      nextLikes += 1
    } else if case .genre(let name) = question, genres.first == name {
      genres.removeFirst()
    }
  }

  private func isNext(_ artist: ArtistReference, _ place: Int) -> Bool {
    artists.indices.contains(place) && artists[place].artist == artist
  }

  // MARK: - What was found

  /// Artists like one that is known.
  mutating func found(_ proposals: [ProposedArtist], like artist: ArtistReference) {
    let origin = place(of: artist).map { artists[$0] }
    for (place, proposal) in proposals.enumerated() {
      let reason = DiscoveryReason(
        proposal.tie == .related ? .relatedArtist : .similarArtist,
        subject: artist.name,
        artist: proposal.artist.name,
        services: proposal.services.map(\.rawValue)
      )
      let weight = (origin?.weight ?? RadioCandidate.most) / Self.step
      know(proposal.artist, reason, weight: Self.worth(weight, place))
    }
  }

  /// Tracks that answer a question, as candidates: with the reason for which their artist was come upon. Spoken word
  /// is ``leftOut``, unless the radio was started from it.
  mutating func found(
    _ proposals: [ProposedTrack],
    for question: RadioQuestion
  ) -> [RadioCandidate] {
    var origin: Known?
    if case .tracksBy(let artist) = question { origin = place(of: artist).map { artists[$0] } }
    let weight = origin?.weight ?? RadioCandidate.most
    let isOfArtist = if case .tracksBy = question { true } else { false }
    let proposals = music(in: proposals, isOfSeed: isOfArtist && origin?.origin == nil)
    let taken = isOfArtist ? proposals.prefix(Self.tracksOfArtist) : proposals[...]
    return taken.enumerated().map { place, proposal in
      let weight = Self.worth(weight, place)
      guard let why = origin?.origin else {
        for genre in proposal.track.metadata.details.genres { know(genre: genre) }
        // Those of the seed's own list lead on, a step away.
        let more = DiscoveryReason(
          .sameArtist,
          subject: proposal.reason.subject,
          artist: proposal.artist.name,
          note: proposal.reason.text
        )
        know(proposal.artist, more, weight: weight / Self.step)
        return RadioCandidate(proposal, weight: weight)
      }
      var reason = why
      // Whose track it is, comes first.
      reason.services =
        proposal.reason.services
        + why.services.filter { !proposal.reason.services.contains($0) }
      return RadioCandidate(
        ProposedTrack(track: proposal.track, artist: proposal.artist, reason: reason),
        weight: weight
      )
    }
  }

  /// The proposals without spoken word.
  ///
  /// - Parameter isOfSeed: whether they are what an artist does from whom the radio starts.
  private mutating func music(in proposals: [ProposedTrack], isOfSeed: Bool) -> [ProposedTrack] {
    guard !playsSpeech else { return proposals }
    let verdicts = SpeechEvidence.verdicts(on: proposals)
    if isOfSeed, verdicts.count >= Self.fairList, verdicts.allSatisfy(\.isSpeech) {
      // Who starts from somebody who does nothing but speak wants that.
      playsSpeech = true
      return proposals
    }
    let judged = zip(proposals, verdicts)
    leftOut += judged.filter(\.1.isSpeech).map { SpokenProposal(track: $0.track, speech: $1) }
    leftOut = Array(leftOut.suffix(Self.mostLeftOut))
    return judged.filter { !$1.isSpeech }.map(\.0)
  }

  private mutating func know(genre name: String) {
    guard knownGenres.count < Self.mostGenres else { return }
    // The root of Apple's genres is none.
    guard ArtistReference.key(of: name) != "music" else { return }
    if knownGenres.insert(ArtistReference.key(of: name)).inserted { genres.append(name) }
  }

  private mutating func know(_ artist: ArtistReference, _ origin: DiscoveryReason?, weight: Int) {
    guard artists.count < Self.mostArtists, place(of: artist) == nil else { return }
    for key in artist.keys { places[key] = places[key] ?? artists.count }
    artists.append(Known(artist: artist, origin: origin, weight: weight))
  }

  private func place(of artist: ArtistReference) -> Int? {
    artist.keys.lazy.compactMap { places[$0] }.first
  }

  /// The tenth place is worth half of the first.
  private static func worth(_ weight: Int, _ place: Int) -> Int {
    max(1, weight / (10 + place) * 10)
  }
}

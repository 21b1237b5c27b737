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

/// Decides what a radio asks next: from the seed outward, artist by artist, and finally the charts
/// of its genres. Pure.
///
/// It asks about each artist once, so circles of similar artists end, and about at most
/// ``maximumArtists`` of them, so a radio of any length asks a limited number of questions.
struct RadioPlan: Sendable {
  /// An artist that the radio has found.
  private struct Known: Sendable {
    let artist: ArtistReference
    /// The reason for proposing the artist's tracks. `nil` if the artist is a seed.
    let origin: DiscoveryReason?
    /// The weight of the artist.
    let weight: Int
  }

  /// The maximum number of artists.
  static let maximumArtists = 400
  private static let maximumGenres = 5
  /// The number of artists to find ahead, before asking for their tracks.
  private static let ahead = 6
  /// The maximum number of tracks per artist.
  private static let tracksOfArtist = 10
  /// The divisor of the weight for each step away from the seed.
  private static let step = 2
  /// The maximum number of left-out tracks to keep.
  private static let maximumLeftOut = 100
  /// The minimum number of tracks in a list that shows what an artist does.
  private static let fairList = 5

  private var questions: [RadioQuestion] = []
  private var artists: [Known] = []
  /// The genres of the seed's tracks, to ask about when no artist is left.
  private var genres: [String] = []
  private var knownGenres: Set<String> = []
  /// The number of artists that are seeds.
  private var seeds = 0
  private var places: [String: Int] = [:]
  /// The index of the first artist whose tracks were not requested, and of the first whose similar
  /// artists were not.
  private var nextTracks = 0
  private var nextLikes = 0
  /// Whether spoken word is played, too.
  private var playsSpeech: Bool
  /// The spoken word left out most recently.
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

  /// The next question. `nil` if there is none left. Stays the same until ``answered(_:)`` is
  /// called.
  var next: RadioQuestion? {
    if let first = questions.first { return first }
    let hasLikes = nextLikes < artists.count
    // Near artists first: ask for similar ones when few are left.
    let isNear = nextTracks < seeds || artists.count - nextTracks > (hasLikes ? Self.ahead : 0)
    if nextTracks < artists.count, isNear { return .tracksBy(artists[nextTracks].artist) }
    if hasLikes { return .artistsLike(artists[nextLikes].artist) }
    return genres.first.map { .genre($0) }
  }

  /// The number of known artists.
  var artistCount: Int { artists.count }

  /// Marks a question as answered, even if the answer was empty.
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

  // MARK: - Answers

  /// Adds artists similar to a known one.
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

  /// Returns the tracks of an answer as candidates, with the reason for which their artist was
  /// found. Spoken word goes to ``leftOut``, unless the radio's seed is spoken word.
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
        // Artists in the seed's own list lead on, one step away.
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
      // The service of the track comes first.
      reason.services =
        proposal.reason.services
        + why.services.filter { !proposal.reason.services.contains($0) }
      return RadioCandidate(
        ProposedTrack(track: proposal.track, artist: proposal.artist, reason: reason),
        weight: weight
      )
    }
  }

  /// Returns the proposals without spoken word.
  ///
  /// - Parameter isOfSeed: Whether the proposals are tracks of a seed artist.
  private mutating func music(in proposals: [ProposedTrack], isOfSeed: Bool) -> [ProposedTrack] {
    guard !playsSpeech else { return proposals }
    let verdicts = SpeechEvidence.verdicts(on: proposals)
    if isOfSeed, verdicts.count >= Self.fairList, verdicts.allSatisfy(\.isSpeech) {
      // If a seed artist's tracks are all spoken word, the user wants that.
      playsSpeech = true
      return proposals
    }
    let judged = zip(proposals, verdicts)
    leftOut += judged.filter(\.1.isSpeech).map { SpokenProposal(track: $0.track, speech: $1) }
    leftOut = Array(leftOut.suffix(Self.maximumLeftOut))
    return judged.filter { !$1.isSpeech }.map(\.0)
  }

  private mutating func know(genre name: String) {
    guard knownGenres.count < Self.maximumGenres else { return }
    // Skip the root of Apple's genres, which is not a genre.
    guard ArtistReference.key(of: name) != "music" else { return }
    if knownGenres.insert(ArtistReference.key(of: name)).inserted { genres.append(name) }
  }

  private mutating func know(_ artist: ArtistReference, _ origin: DiscoveryReason?, weight: Int) {
    guard artists.count < Self.maximumArtists, place(of: artist) == nil else { return }
    for key in artist.keys { places[key] = places[key] ?? artists.count }
    artists.append(Known(artist: artist, origin: origin, weight: weight))
  }

  private func place(of artist: ArtistReference) -> Int? {
    artist.keys.lazy.compactMap { places[$0] }.first
  }

  /// Tenth place is worth half as much as first place.
  private static func worth(_ weight: Int, _ place: Int) -> Int {
    max(1, weight / (10 + place) * 10)
  }
}

import PlayerKit
import PlayerKitServices

/// Judges whether a recording is spoken word, by the services' data on it, its album and the
/// artist, and by titles and lengths. Pure.
///
/// Each finding has a weight (``SpeechWeights``). A sum of 1 means speech. A decisive finding
/// suffices alone. A strong one suffices if nothing indicates music. Weak ones add up.
struct SpeechEvidence: Sendable {
  private let artist: ArtistReference
  private let groups: SongGroups
  private let albums: [String: [AlbumView]]
  private let tags: [String: Int]
  private let order: SongOrder
  /// The shapes of the albums examined so far.
  private var shapes: [String: AlbumShape] = [:]

  init(
    artist: ArtistReference,
    groups: SongGroups,
    albums: [String: [AlbumView]] = [:],
    tags: [String: Int] = [:],
    order: SongOrder = SongOrder([])
  ) {
    self.order = order
    self.artist = artist
    self.groups = groups
    self.albums = albums
    self.tags = tags
  }

  /// Returns whether a recording is spoken word, with reasons.
  mutating func verdict(of group: SongGroups.Group) -> SpeechVerdict {
    var reasons = genres(of: group) + tags(of: group) + titles(of: group)
    reasons += albumReasons(of: group) + credits(of: group) + popularity(of: group)
    reasons.sort { abs($0.weight) > abs($1.weight) }
    let weight = reasons.reduce(0) { $0 + $1.weight }
    return SpeechVerdict(isSpeech: weight >= 1, reasons: reasons)
  }
}

extension SpeechEvidence {
  private func genres(of group: SongGroups.Group) -> [SpeechReason] {
    var found = GenreFindings()
    for view in group.views {
      found.read(view.metadata.details.genres, view.service)
      if let kind = view.recording.kind { found.read(kind: kind) }
      for view in albumViews(of: view) {
        found.read(view.album.genres, view.service)
        for type in view.album.types { found.read(type: type) }
      }
    }
    var reasons: [SpeechReason] = []
    func add(_ names: Set<String>, _ weight: Double, _ kind: SpeechReason.Kind = .genre) {
      let detail = names.sorted().joined(separator: ", ")
      reasons.append(SpeechReason(kind: kind, detail: detail, weight: weight))
    }
    let isContested = !found.music.isEmpty
    // Title, type and genre of an album say the same thing: the first one counts, the others
    // confirm it.
    var claims: [(names: Set<String>, kind: SpeechReason.Kind)] = []
    if let words = albumTitle(of: group).flatMap(SpokenTitle.album) {
      claims.append(([words], .album))
    }
    if !found.types.isEmpty { claims.append((found.types, .type)) }
    if !found.spoken.isEmpty { claims.append((found.spoken, .genre)) }
    let title = group.views.first?.title
    let doubts = found.musicServices.count + (title?.doubts ?? 0)
    let isMixed = found.isMixed || doubts > 1
    let first =
      doubts == 0
      ? SpeechWeights.decisive
      : claims.first?.kind == .album || !isMixed ? SpeechWeights.contested : SpeechWeights.mixed
    for (place, claim) in claims.enumerated() {
      let other = isMixed ? SpeechWeights.hinted : SpeechWeights.confirmed
      add(claim.names, place == 0 ? first : other, claim.kind)
    }
    if let kind = found.kinds.first { add([kind], SpeechWeights.kind, .type) }
    if !found.funny.isEmpty {
      if claims.isEmpty {
        add(found.funny, isContested ? SpeechWeights.mixedComedy : SpeechWeights.comedy)
      }
      if group.views.flatMap(albumViews).contains(where: \.isLive) {
        add(["live"], SpeechWeights.live, .type)
      }
      reasons += comedian
    }
    if isContested { add(found.music, SpeechWeights.music) }
    let length = group.views.lazy.compactMap(\.metadata.duration).first
    if !claims.isEmpty, let length, length > .seconds(900) {
      reasons.append(
        SpeechReason(kind: .shape, detail: "a long track", weight: SpeechWeights.long)
      )
    }
    return reasons
  }

  private func albumTitle(of group: SongGroups.Group) -> String? {
    group.views.lazy.compactMap(\.metadata.album).first
  }

  /// The listeners' tags that call the artist a comedian.
  private var comedian: [SpeechReason] {
    func most(_ names: Set<String>) -> (key: String, value: Int)? {
      tags.filter { names.contains($0.key) }.max { ($0.value, $1.key) < ($1.value, $0.key) }
    }
    let spoken = most(["stand-up", "stand-up comedy", "standup", "spoken word"])
    let sung = most([
      "parody", "musical comedy", "comedy rock", "novelty", "comedy music", "kabarett", "cabaret",
      "liedermacher",
    ])
    guard let stronger = [spoken, sung].compactMap(\.self).max(by: { $0.value < $1.value }),
      stronger.value >= 20
    else { return [] }
    let weight = stronger.key == spoken?.key ? SpeechWeights.standUp : -SpeechWeights.standUp
    return [SpeechReason(kind: .tag, detail: stronger.key, weight: weight)]
  }

  private func tags(of group: SongGroups.Group) -> [SpeechReason] {
    // An artist of both kinds has tags of both, so only the tags of the recording and its album
    // count.
    var own: [String: Int] = [:]
    for view in group.views {
      own.merge(view.recording.tags) { max($0, $1) }
      for view in albumViews(of: view) { own.merge(view.album.tags) { max($0, $1) } }
    }
    let used = own.filter { $0.value >= 30 }.keys.sorted()
    let spoken = used.filter { SpeechGenre.tag($0) == .speech }
    let music = used.filter { SpeechGenre.tag($0) == .music }
    var reasons: [SpeechReason] = []
    if !spoken.isEmpty {
      reasons.append(
        SpeechReason(
          kind: .tag,
          detail: spoken.joined(separator: ", "),
          weight: music.isEmpty ? SpeechWeights.tag * 1.6 : SpeechWeights.tag
        )
      )
    }
    let isSaid = group.views.contains { view in
      view.metadata.details.genres.contains { SpeechGenre($0) == .music }
    }
    if !music.isEmpty, !isSaid {
      reasons.append(
        SpeechReason(
          kind: .tag,
          detail: music.joined(separator: ", "),
          weight: SpeechWeights.music
        )
      )
    }
    return reasons
  }

  private mutating func titles(of group: SongGroups.Group) -> [SpeechReason] {
    guard let view = group.views.first else { return [] }
    let shape = shape(of: group)
    var reasons = view.title.findings.map { finding in
      switch finding {
      case .plain(let words):
        SpeechReason(kind: .title, detail: words, weight: SpeechWeights.plainTitle)
      case .possible(let word):
        SpeechReason(kind: .title, detail: word, weight: SpeechWeights.possibleTitle)
      case .bare(let word):
        SpeechReason(kind: .title, detail: word, weight: SpeechWeights.bareTitle)
      case .music(let word):
        SpeechReason(kind: .title, detail: word, weight: SpeechWeights.musicTitle)
      case .song(let word):
        SpeechReason(kind: .title, detail: word, weight: SpeechWeights.songTitle)
      case .part(let words):
        SpeechReason(
          kind: .title,
          detail: words,
          weight: shape?.isOfParts == true ? SpeechWeights.parts : SpeechWeights.part
        )
      }
    }
    let genres = group.views.flatMap(\.metadata.details.genres).map { SpeechGenre($0) }
    let mayBeOther =
      genres.contains(.speech) || genres.contains(.comedy) || !genres.contains(.music)
    if mayBeOther, groups.sung.contains(view.key) {
      reasons.append(
        SpeechReason(kind: .title, detail: "a song, too", weight: SpeechWeights.namesake)
      )
    }
    return reasons
  }

  private mutating func albumReasons(of group: SongGroups.Group) -> [SpeechReason] {
    var reasons: [SpeechReason] = []
    if let word = albumTitle(of: group).flatMap(SpokenTitle.songAlbum) {
      reasons.append(SpeechReason(kind: .album, detail: word, weight: SpeechWeights.musicTitle))
    }
    if let shape = shape(of: group) {
      if shape.count > 40 {
        reasons.append(
          SpeechReason(kind: .shape, detail: "\(shape.count) tracks", weight: SpeechWeights.shape)
        )
      }
      if shape.isEven {
        reasons.append(
          SpeechReason(kind: .shape, detail: "equal lengths", weight: SpeechWeights.shape)
        )
      }
    }
    if let length = group.views.lazy.compactMap(\.metadata.duration).first,
      length < .seconds(75)
    {
      reasons.append(
        SpeechReason(kind: .shape, detail: "a short track", weight: SpeechWeights.shape)
      )
    }
    return reasons
  }

  private mutating func credits(of group: SongGroups.Group) -> [SpeechReason] {
    let credits = group.views.flatMap { view in
      view.metadata.details.artists + [view.metadata.artist].compactMap(\.self)
    }
    for credit in credits {
      let words = " " + FoldedText(credit).words.joined(separator: " ") + " "
      if let phrase = Self.readers.first(where: { words.contains(" \($0) ") }) {
        return [SpeechReason(kind: .credit, detail: phrase, weight: SpeechWeights.reader)]
      }
    }
    let composers = group.views.flatMap(\.metadata.details.composers)
    let isOwn = composers.allSatisfy { ArtistReference.key(of: $0) == artist.nameKey }
    if !composers.isEmpty, !isOwn {
      let names = Set(composers).sorted().joined(separator: ", ")
      return [SpeechReason(kind: .credit, detail: names, weight: SpeechWeights.composer)]
    }
    if composers.isEmpty, shape(of: group)?.namesComposers == true {
      return [SpeechReason(kind: .credit, detail: "no composer", weight: SpeechWeights.noComposer)]
    }
    return []
  }

  private static let readers = [
    "narrator", "narrated by", "read by", "reader", "gelesen von", "sprecher", "erzahler",
    "gesprochen von", "lu par",
    "narrateur", "leido por", "narrador", "letto da", "narratore",
  ]

  /// Returns the services' views of an album. An album and a book may have the same title: if a
  /// service has both, the title is ambiguous, and the result is empty.
  private func albumViews(of view: SongGroups.View) -> [AlbumView] {
    guard let album = view.album, let views = albums[album] else { return [] }
    let isAmbiguous = Dictionary(grouping: views, by: \.service).values.contains { own in
      own.count > 1 && Set(own.map(\.isSpoken)).count > 1
    }
    return isAmbiguous ? [] : views
  }

  /// Returns the findings from popularity: an artist's most popular recordings are seldom
  /// introductions.
  private func popularity(of group: SongGroups.Group) -> [SpeechReason] {
    guard order.count >= 10, let worth = order.worths[group.order] else { return [] }
    if worth >= order.high {
      return [
        SpeechReason(kind: .popularity, detail: "heard much", weight: SpeechWeights.popular)
      ]
    }
    guard worth <= order.low else { return [] }
    return [
      SpeechReason(kind: .popularity, detail: "heard little", weight: SpeechWeights.unpopular)
    ]
  }

  private mutating func shape(of group: SongGroups.Group) -> AlbumShape? {
    guard let album = group.views.lazy.compactMap(\.album).first,
      let members = groups.albums[album]
    else { return nil }
    if let known = shapes[album] { return known }
    let shape = AlbumShape(members.map { groups.groups[$0] })
    shapes[album] = shape
    return shape
  }
}

extension AlbumView {
  fileprivate var isSpoken: Bool {
    album.genres.contains { SpeechGenre($0) == .speech }
      || album.types.contains { GenreFindings.spokenTypes.contains($0.lowercased()) }
  }

  fileprivate var isLive: Bool { album.types.contains { $0.lowercased() == "live" } }
}

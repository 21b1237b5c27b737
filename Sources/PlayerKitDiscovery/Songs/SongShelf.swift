import PlayerKitServices
import PlayerKit

/// What is known of an artist's recordings, and what of it was given to the caller. Pure: the same answers in the
/// same order give the same pages.
struct SongShelf: Sendable {
  private let artist: ArtistReference
  private let settings: ArtistSongs.Settings
  private var groups = SongGroups()
  private var albums: [String: [AlbumView]] = [:]
  private var tags: [String: Int] = [:]
  private var failures: [DiscoveryFailure] = []
  /// The order of what is known; `nil` where something came since it was made.
  private var order: SongOrder?
  private var hasEnded = false
  /// From how many recordings on there may be a page, since there was none of fewer.
  private var enough = 0

  init(artist: ArtistReference, settings: ArtistSongs.Settings) {
    self.artist = artist
    self.settings = settings
  }

  /// Whether no more is taken.
  var isFull: Bool { groups.groups.count >= settings.mostRecordings }

  /// Takes what a service gave. Recordings of others are left out, as are those behind the limit.
  mutating func add(_ page: ArtistRecordingsPage, from source: Int, _ service: CatalogService) {
    for (tag, count) in page.tags {
      tags[tag.lowercased(), default: 0] = max(tags[tag.lowercased()] ?? 0, count)
    }
    for album in page.albums {
      albums[ArtistReference.key(of: album.title), default: []].append(
        AlbumView(service: service, album: album)
      )
    }
    order = nil
    for recording in page.recordings where !isFull && recording.track.metadata.isBy(artist) {
      groups.add(recording, from: source, service)
    }
  }

  /// A service failed.
  mutating func add(_ failure: DiscoveryFailure) {
    failures.append(failure)
  }

  /// A full page of what services rank; `nil` where there is not enough of it yet.
  mutating func page() -> ArtistSongsPage? {
    // Looking at all of them for each few that come would take ever longer, where most are spoken word.
    guard groups.groups.count >= enough else { return nil }
    let (found, taken) = choose(rankedOnly: true)
    guard found.songs.count >= settings.pageSize else {
      enough = groups.groups.count + groups.groups.count / 8
      return nil
    }
    return give(found, taken)
  }

  /// A page of what there is, while nobody can be asked for more; `nil` where there is nothing to give or to tell.
  mutating func pageSoFar() -> ArtistSongsPage? {
    let (found, taken) = choose(rankedOnly: false)
    var page = give(found, taken)
    guard !page.isEmpty else { return nil }
    page.isCut = true
    return page
  }

  /// A page of what there is, when no more comes; `nil` after the last.
  ///
  /// - Parameter isCut: whether services had more.
  mutating func lastPage(isCut: Bool) -> ArtistSongsPage? {
    guard !hasEnded else { return nil }
    let (found, taken) = choose(rankedOnly: false)
    var page = give(found, taken)
    guard page.songs.count < settings.pageSize else { return page }
    hasEnded = true
    page.isCut = isCut
    return page.isEmpty && !isCut ? nil : page
  }

  /// The best of what was not given, up to a page, and what was passed over for them.
  private mutating func choose(rankedOnly: Bool) -> (page: ArtistSongsPage, taken: [Int]) {
    var page = ArtistSongsPage()
    var taken: [Int] = []
    let order = order ?? SongOrder(groups.groups)
    self.order = order
    var evidence = SpeechEvidence(
      artist: artist,
      groups: groups,
      albums: albums,
      tags: tags,
      order: order
    )
    for index in order.rest(of: groups.groups, rankedOnly: rankedOnly) {
      guard page.songs.count < settings.pageSize else { break }
      taken.append(index)
      let group = groups.groups[index]
      guard let track = group.views.first(where: isPlayed)?.recording.track else { continue }
      let song = ArtistSong(
        track: track,
        places: group.views.map {
          ArtistSong.Place(
            service: $0.service,
            track: $0.recording.track,
            popularity: $0.recording.popularity
          )
        },
        speech: evidence.verdict(of: group)
      )
      if song.speech.isSpeech, !settings.keepsSpeech {
        page.leftOut.append(song)
      } else {
        page.songs.append(song)
      }
    }
    return (page, taken)
  }

  private mutating func give(_ found: ArtistSongsPage, _ taken: [Int]) -> ArtistSongsPage {
    for index in taken { groups.take(index) }
    var page = found
    page.failures = failures
    failures = []
    return page
  }

  private func isPlayed(_ view: SongGroups.View) -> Bool {
    guard let types = settings.playerTypes else { return true }
    return view.recording.track.playerTypes.contains(where: types.contains)
  }
}

extension ArtistSongsPage {
  fileprivate var isEmpty: Bool { songs.isEmpty && leftOut.isEmpty && failures.isEmpty }
}

/// What one service says of an album.
struct AlbumView: Sendable {
  let service: CatalogService
  let album: ArtistAlbum
}

extension TrackMetadata {
  private static let longestName = 4_096

  /// Whether an artist is credited, alone or among others.
  fileprivate func isBy(_ artist: ArtistReference) -> Bool {
    let credits = details.artists + [self.artist].compactMap(\.self)
    // Reading takes as long as they are: no song is called so.
    guard (credits + [title ?? "", album ?? ""]).allSatisfy({ $0.utf8.count <= Self.longestName })
    else { return false }
    return credits.contains(where: artist.isCredited)
  }
}

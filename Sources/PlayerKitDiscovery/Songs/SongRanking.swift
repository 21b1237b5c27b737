import PlayerKit
import PlayerKitServices

/// The known recordings of an artist, and which of them the caller has received. Pure: the same
/// answers in the same order give the same pages.
struct SongRanking: Sendable {
  private let artist: ArtistReference
  private let settings: ArtistSongs.Settings
  private var groups = SongGroups()
  private var albums: [String: [AlbumView]] = [:]
  private var tags: [String: Int] = [:]
  private var failures: [DiscoveryFailure] = []
  /// The current order. `nil` if recordings were added since it was made.
  private var order: SongOrder?
  private var hasEnded = false
  /// The minimum number of recordings for a page, since fewer did not suffice.
  private var enough = 0

  init(artist: ArtistReference, settings: ArtistSongs.Settings) {
    self.artist = artist
    self.settings = settings
  }

  /// Whether the limit of recordings is reached.
  var isFull: Bool { groups.groups.count >= settings.maximumRecordings }

  /// Adds a service's page. Leaves out recordings by other artists and those beyond the limit.
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

  /// Records the failure of a service.
  mutating func add(_ failure: DiscoveryFailure) {
    failures.append(failure)
  }

  /// Returns a full page of ranked songs. `nil` if there are not enough yet.
  mutating func page() -> ArtistSongsPage? {
    // Checking all recordings after each small addition would become very slow if most are spoken
    // word.
    guard groups.groups.count >= enough else { return nil }
    let (found, taken) = choose(rankedOnly: true)
    guard found.songs.count >= settings.pageSize else {
      enough = groups.groups.count + groups.groups.count / 8
      return nil
    }
    return give(found, taken)
  }

  /// Returns a page of the known songs while no service can be asked. `nil` if there is nothing to
  /// return or report.
  mutating func pageSoFar() -> ArtistSongsPage? {
    let (found, taken) = choose(rankedOnly: false)
    var page = give(found, taken)
    guard !page.isEmpty else { return nil }
    page.isCut = true
    return page
  }

  /// Returns a page of the known songs after the reading has ended. `nil` after the last page.
  ///
  /// - Parameter isCut: Whether services had more.
  mutating func lastPage(isCut: Bool) -> ArtistSongsPage? {
    guard !hasEnded else { return nil }
    let (found, taken) = choose(rankedOnly: false)
    var page = give(found, taken)
    guard page.songs.count < settings.pageSize else { return page }
    hasEnded = true
    page.isCut = isCut
    return page.isEmpty && !isCut ? nil : page
  }

  /// Chooses up to a page of the best remaining songs. `taken` also contains the recordings that
  /// were passed over.
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

/// One service's view of an album.
struct AlbumView: Sendable {
  let service: CatalogService
  let album: ArtistAlbum
}

extension TrackMetadata {
  private static let longestName = 4_096

  /// Returns whether an artist is credited, alone or with others.
  fileprivate func isBy(_ artist: ArtistReference) -> Bool {
    let credits = details.artists + [self.artist].compactMap(\.self)
    // Parsing takes time in proportion to the length, and no real name is this long.
    guard (credits + [title ?? "", album ?? ""]).allSatisfy({ $0.utf8.count <= Self.longestName })
    else { return false }
    return credits.contains(where: artist.isCredited)
  }
}

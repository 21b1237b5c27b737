import PlayerKit
import PlayerKitServices

/// The recordings from services, each once. Recordings are matched by ISRC, then by MusicBrainz id,
/// then by the matcher.
struct SongGroups: Sendable {
  /// One recording with the data of all services.
  struct Group: Sendable {
    /// The services' views, the preferred service first, then in the order of their answers.
    var views: [View]
    /// The index of the first answer. Recordings of equal worth keep this order.
    let order: Int
    /// Whether the caller has already received the recording.
    var isTaken = false
  }

  /// One service's view of a recording.
  struct View: Sendable {
    let source: Int
    let service: CatalogService
    let recording: ArtistRecording
    let metadata: TrackMetadata
    /// The key of the title.
    let key: String
    /// The findings in the title.
    let title: SpokenTitle
    /// The key of the album's title. `nil` if the recording names no album.
    let album: String?

    init(source: Int, service: CatalogService, recording: ArtistRecording) {
      self.source = source
      self.service = service
      self.recording = recording
      metadata = recording.track.metadata
      key = metadata.title?.titleKey ?? ""
      title = SpokenTitle(metadata.title ?? "")
      album = metadata.album.map(ArtistReference.key)
    }

    /// Whether the service calls the recording music and nothing else.
    fileprivate var isPlainMusic: Bool {
      let genres = metadata.details.genres.map { SpeechGenre($0) }
      return genres.contains(.music) && !genres.contains(.speech) && !genres.contains(.comedy)
    }
  }

  private(set) var groups: [Group] = []
  /// The groups of each album.
  private(set) var albums: [String: Set<Int>] = [:]
  /// The titles on albums of music.
  private(set) var sung: Set<String> = []
  private var keys: [String: Int] = [:]
  private var titles: [String: SongNamesakes] = [:]
  private let matcher = RecordingMatcher()

  /// Adds a recording from a service.
  ///
  /// - Returns: The index of its group.
  @discardableResult
  mutating func add(
    _ recording: ArtistRecording,
    from source: Int,
    _ service: CatalogService
  ) -> Int {
    let view = View(source: source, service: service, recording: recording)
    let known = Self.keys(of: recording.track, service)
    var place = known.compactMap { keys[$0] }.first
    if place == nil { place = match(view.metadata, among: titles[view.key]) }
    let index = place ?? groups.count
    if place == nil {
      groups.append(Group(views: [view], order: groups.count))
      titles[view.key, default: SongNamesakes()].add(index, view.metadata)
      if view.isPlainMusic { sung.insert(view.key) }
    } else {
      groups[index].add(view)
    }
    for key in known where keys[key] == nil { keys[key] = index }
    if let album = view.album { albums[album, default: []].insert(index) }
    return index
  }

  /// Marks a group as returned to the caller.
  mutating func take(_ index: Int) {
    groups[index].isTaken = true
  }

  private func match(_ metadata: TrackMetadata, among namesakes: SongNamesakes?) -> Int? {
    guard let wanted = metadata.recording, let namesakes else { return nil }
    // The first one represents all, since each matched it.
    let candidates = namesakes.candidates(for: metadata).compactMap { index in
      groups[index].views.first?.metadata.recording.map { (index: index, recording: $0) }
    }
    let best = matcher.best(of: candidates.map(\.recording), for: wanted)
    return best.flatMap { best in candidates.first { $0.recording == best.recording }?.index }
  }

  private static func keys(of track: any Track, _ service: CatalogService) -> [String] {
    let details = track.metadata.details
    var keys = ["\(service.rawValue) \(track.id)"]
    if let code = RecordingCode.normal(details.isrc) { keys.append("isrc " + code) }
    if let id = MusicBrainzID.normal(details.musicBrainz?.recording) { keys.append("mb " + id) }
    return keys
  }
}

extension SongGroups.Group {
  fileprivate mutating func add(_ view: SongGroups.View) {
    // If a service has a recording on several albums, the first one counts.
    let index = views.firstIndex { $0.source > view.source } ?? views.endIndex
    views.insert(view, at: index)
  }
}

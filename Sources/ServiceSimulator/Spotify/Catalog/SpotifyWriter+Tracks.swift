/// Tracks, which change with the market.
extension SpotifyWriter {
  /// A track as it is in the market: itself, another of the same recording, or not playable.
  private struct Relinked {
    var song: Int
    var asked: Int?
    var restriction: String?
  }

  func track(_ asked: Int) -> JSON {
    let relinked = relink(asked)
    var object = plain(relinked)
    let song = catalog.songs[relinked.song]
    let recording = catalog.recordings[song.recording]
    object["album"] = .object(simpleAlbum(song.album))
    object["external_ids"] = .object(recording.isrc.map { ["isrc": .string($0)] } ?? [:])
    if !isDevelopment { object["popularity"] = .number(recording.popularity / 10_000) }
    return .object(object)
  }

  /// As albums list them.
  func simpleTrack(_ asked: Int) -> JSON {
    .object(plain(relink(asked)))
  }

  func isPlayable(_ song: Int) -> Bool {
    relink(song).restriction == nil
  }

  /// Where a track is; nowhere at all for some.
  func availableMarkets(_ song: Int) -> [String] {
    guard catalog.songs[song].isStreamable else { return [] }
    return markets { catalog.isSold(song: song, in: $0) }
  }

  private func plain(_ relinked: Relinked) -> JSONObject {
    let song = catalog.songs[relinked.song]
    let recording = catalog.recordings[song.recording]
    var object = reference("track", ids.tracks.base62(relinked.song))
    object["artists"] = .array(([recording.artist] + recording.featured).map(simpleArtist))
    if market == nil {
      if !isDevelopment {
        object["available_markets"] = .strings(availableMarkets(relinked.song))
      }
    } else {
      object["is_playable"] = .bool(relinked.restriction == nil)
      if let reason = relinked.restriction { object["restrictions"] = ["reason": .string(reason)] }
      if let asked = relinked.asked, !isDevelopment {
        object["linked_from"] = .object(reference("track", ids.tracks.base62(asked)))
      }
    }
    object["disc_number"] = .number(song.disc)
    object["duration_ms"] = .number(recording.durationInMillis)
    object["explicit"] = .bool(recording.rating == .explicit)
    object["name"] = .string(recording.title.text)
    object["preview_url"] = previewURL(of: song).map { .string($0) } ?? .null
    object["track_number"] = .number(song.track)
    object["is_local"] = false
    return object
  }

  /// Half of the tracks have a preview where a market is named, a quarter without, none for an app in
  /// development mode.
  private func previewURL(of song: Song) -> String? {
    guard
      !isDevelopment, song.preview == .usual,
      song.recording % (market == nil ? 4 : 2) == 0
    else { return nil }
    return "\(mediaBase)/mp3-preview/\(ids.previews.hexadecimal(song.recording))?cid=\(clientID)"
  }

  private func relink(_ asked: Int) -> Relinked {
    guard market != nil, let reason = restriction(asked) else { return Relinked(song: asked) }
    let same = catalog.songsOfRecordings[catalog.songs[asked].recording]
    guard let other = same.first(where: { restriction($0) == nil }) else {
      return Relinked(song: asked, restriction: reason)
    }
    return Relinked(song: other, asked: asked)
  }

  /// Why a track does not play in the market.
  private func restriction(_ index: Int) -> String? {
    let song = catalog.songs[index]
    guard
      let storefront, song.isStreamable, catalog.isSold(song: index, in: storefront)
    else { return "market" }
    let isExplicit = catalog.recordings[song.recording].rating == .explicit
    if isExplicit, storefront.explicitContentPolicy == "prohibited" { return "explicit" }
    return index % 211 == 17 ? "product" : nil
  }
}

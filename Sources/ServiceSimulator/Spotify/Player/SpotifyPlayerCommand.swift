import Foundation

/// One command to the player.
struct SpotifyPlayerCommand {
  let call: SpotifyCall
  let playlists: [SpotifyPlaylist]
  var playback: SpotifyPlayback

  /// Nil for the transfer to another device.
  mutating func run(_ name: String?) throws(SpotifyFailure) {
    guard let name else { return try transfer() }
    try choose(call.query["device_id"])
    switch name {
    case "play": try play()
    case "pause":
      guard playback.isPlaying else { throw .restriction }
      playback.pause()
    case "next":
      guard playback.next() else {
        throw .player(403, "No next track", "NO_NEXT_TRACK")
      }
    case "previous":
      guard playback.previous() else {
        throw .player(403, "No previous track", "NO_PREV_TRACK")
      }
    case "seek":
      let millis = try call.query.integer("position_ms")
      guard millis >= 0 else { throw .bad("Invalid position_ms") }
      playback.seek(TimeInterval(millis) / 1_000)
    case "repeat":
      guard let mode = SpotifyPlayback.Repeat(rawValue: try call.query.required("state")) else {
        throw .bad("Invalid state")
      }
      playback.repeats = mode
    case "shuffle":
      guard let shuffles = Bool(try call.query.required("state")) else {
        throw .bad("Invalid state")
      }
      playback.setShuffles(shuffles)
    case "volume": try setVolume()
    case "queue":
      let (kind, id) = try SpotifyCall.parts(of: try call.query.required("uri"))
      guard kind == "track" else { throw .bad("Invalid uri") }
      playback.add(try call.song(id))
    default: throw .noService
    }
  }

  // MARK: - Devices

  /// The device that is named, or the active one; without either, nothing can be done.
  private mutating func choose(_ id: String?) throws(SpotifyFailure) {
    guard call.settings.hasDevices else { throw .noDevice }
    guard let id else {
      guard playback.active != nil else { throw .noDevice }
      return
    }
    guard let index = playback.devices.firstIndex(where: { $0.id == id }) else {
      throw SpotifyFailure(status: 404, message: "Device not found")
    }
    guard !playback.devices[index].isRestricted else {
      throw .player(403, "Device not controllable", "DEVICE_NOT_CONTROLLABLE")
    }
    playback.active = index
  }

  private mutating func transfer() throws(SpotifyFailure) {
    let body = try call.body()
    guard let ids = body["device_ids"] as? [String], ids.count == 1 else {
      throw .bad("Exactly one device id is needed")
    }
    try choose(ids[0])
    if body["play"] as? Bool == true, playback.current != nil { playback.resume() }
  }

  private mutating func setVolume() throws(SpotifyFailure) {
    let volume = try call.query.integer("volume_percent")
    guard (0...100).contains(volume) else { throw .bad("Invalid volume_percent") }
    guard let active = playback.active else { throw .noDevice }
    guard playback.devices[active].hasVolume else {
      throw .player(403, "Cannot control device volume", "VOLUME_CONTROL_DISALLOW")
    }
    playback.devices[active].volume = volume
  }

  // MARK: - Playing

  private mutating func play() throws(SpotifyFailure) {
    let body = try call.body()
    let millis = body["position_ms"] as? Int ?? 0
    guard (0...1_000_000_000).contains(millis) else { throw .bad("Invalid position_ms") }
    var songs: [Int] = []
    var context: String?
    if let uri = body["context_uri"] as? String {
      songs = try self.songs(of: uri)
      context = uri
    } else if let uris = body["uris"] as? [String] {
      for uri in uris {
        let (kind, id) = try SpotifyCall.parts(of: uri)
        guard kind == "track" else { throw .bad("Unsupported uri kind") }
        songs.append(try call.song(id))
      }
    } else {
      guard !playback.isPlaying, playback.current != nil else { throw .restriction }
      return playback.resume()
    }
    guard !songs.isEmpty else { throw .bad("Nothing to play") }
    playback.start(
      songs: songs,
      at: try place(of: body["offset"] as? [String: Any], in: songs, context),
      context: context,
      progress: TimeInterval(millis) / 1_000
    )
  }

  private func place(
    of offset: [String: Any]?,
    in songs: [Int],
    _ context: String?
  ) throws(SpotifyFailure) -> Int {
    guard let offset else { return 0 }
    if let context, context.hasPrefix("spotify:artist:") {
      throw .bad("Can't have offset for context type: ARTIST")
    }
    if let position = offset["position"] as? Int {
      guard songs.indices.contains(position) else { throw .bad("Invalid offset position") }
      return position
    }
    guard let uri = offset["uri"] as? String else { throw .bad("Invalid offset") }
    let song = try call.song(try SpotifyCall.parts(of: uri).id)
    guard let place = songs.firstIndex(of: song) else { throw .bad("Invalid offset uri") }
    return place
  }

  private func songs(of uri: String) throws(SpotifyFailure) -> [Int] {
    let (kind, id) = try SpotifyCall.parts(of: uri)
    switch kind {
    case "album": return call.catalog.albums[try call.album(id)].tracks.songs
    case "artist":
      return call.topSongs(of: try call.artist(id), 50)
    case "playlist":
      guard let playlist = playlists.first(where: { $0.id == id }) else { throw .notFound }
      return playlist.members.compactMap { member in
        switch member.item {
        case .song(let index): index
        case .episode, .local, .removed: nil
        }
      }
    default: throw .bad("Unsupported context uri")
    }
  }
}

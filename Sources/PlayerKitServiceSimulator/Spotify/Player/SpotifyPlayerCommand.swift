import Foundation

/// One command to the player.
struct SpotifyPlayerCommand {
  let call: SpotifyCall
  let playlists: [SpotifyPlaylist]
  var playback: SpotifyPlayback

  /// Runs a command. A `nil` name transfers playback to another device.
  mutating func run(_ name: String?) throws {
    guard let name else { return try transfer() }
    let isAwake = playback.active.map { playback.devices[$0].id == call.query["device_id"] }
    if call.settings.wakesByTransferAlone, isAwake != true, call.query["device_id"] != nil {
      throw SpotifyFailure.noDevice
    }
    try choose(call.query["device_id"])
    switch name {
    case "play": try play()
    case "pause":
      guard playback.isPlaying else { throw SpotifyFailure.restriction }
      playback.pause()
    case "next":
      guard playback.next() else {
        throw SpotifyFailure.player(403, "No next track", "NO_NEXT_TRACK")
      }
    case "previous":
      guard playback.previous() else {
        throw SpotifyFailure.player(403, "No previous track", "NO_PREV_TRACK")
      }
    case "seek":
      let millis = try call.integer("position_ms")
      guard millis >= 0 else { throw SpotifyFailure.bad("Invalid position_ms") }
      playback.seek(TimeInterval(millis) / 1_000, call.rules)
    case "repeat":
      guard let mode = SpotifyPlayback.Repeat(rawValue: try call.required("state")) else {
        throw SpotifyFailure.bad("Invalid state")
      }
      playback.repeats = mode
    case "shuffle":
      guard let shuffles = Bool(try call.required("state")) else {
        throw SpotifyFailure.bad("Invalid state")
      }
      playback.setShuffles(shuffles)
    case "volume": try setVolume()
    case "queue":
      playback.add(try call.song(uri: try call.required("uri"), or: "Invalid uri"))
    default: throw SpotifyFailure.noService
    }
  }

  // MARK: - Devices

  /// Chooses the device with an id, or the active one. Throws if there is none.
  private mutating func choose(_ id: String?) throws {
    guard call.settings.hasDevices else { throw SpotifyFailure.noDevice }
    guard let id else {
      guard playback.active != nil else { throw SpotifyFailure.noDevice }
      return
    }
    guard let index = playback.devices.firstIndex(where: { $0.id == id }) else {
      throw SpotifyFailure.error(404, "Device not found")
    }
    guard !playback.devices[index].isRestricted else {
      throw SpotifyFailure.player(403, "Device not controllable", "DEVICE_NOT_CONTROLLABLE")
    }
    playback.active = index
  }

  private mutating func transfer() throws {
    let body = try call.body()
    guard let ids = body["device_ids"] as? [String], ids.count == 1 else {
      throw SpotifyFailure.bad("Exactly one device id is needed")
    }
    try choose(ids[0])
    if body["play"] as? Bool == true, playback.current != nil { playback.resume() }
  }

  private mutating func setVolume() throws {
    let volume = try call.integer("volume_percent")
    guard (0...100).contains(volume) else { throw SpotifyFailure.bad("Invalid volume_percent") }
    guard let active = playback.active else { throw SpotifyFailure.noDevice }
    guard playback.devices[active].hasVolume else {
      throw SpotifyFailure.player(403, "Cannot control device volume", "VOLUME_CONTROL_DISALLOW")
    }
    playback.devices[active].volume = volume
  }

  // MARK: - Playing

  private mutating func play() throws {
    let body = try call.body()
    let millis = body["position_ms"] as? Int ?? 0
    guard (0...1_000_000_000).contains(millis) else {
      throw SpotifyFailure.bad("Invalid position_ms")
    }
    var songs: [Int] = []
    var context: String?
    if let uri = body["context_uri"] as? String {
      songs = try self.songs(of: uri)
      context = uri
    } else if let uris = body["uris"] as? [String] {
      songs = try uris.map { try call.song(uri: $0, or: "Unsupported uri kind") }
    } else {
      guard !playback.isPlaying, playback.current != nil else { throw SpotifyFailure.restriction }
      return playback.resume()
    }
    guard !songs.isEmpty else { throw SpotifyFailure.bad("Nothing to play") }
    // A device accepts songs that the user's country does not have, and continues as before.
    if context == nil, !songs.contains(where: call.writer.isPlayable) { return }
    playback.start(
      songs: songs,
      at: try place(of: body["offset"] as? [String: Any], in: songs, context),
      context: context,
      progress: TimeInterval(millis) / 1_000
    )
  }

  private func place(of offset: [String: Any]?, in songs: [Int], _ context: String?) throws -> Int {
    guard let offset else { return 0 }
    if let context, context.hasPrefix("spotify:artist:") {
      throw SpotifyFailure.bad("Can't have offset for context type: ARTIST")
    }
    if let position = offset["position"] as? Int {
      guard songs.indices.contains(position) else {
        throw SpotifyFailure.bad("Invalid offset position")
      }
      return position
    }
    guard let uri = offset["uri"] as? String else { throw SpotifyFailure.bad("Invalid offset") }
    let song = try call.song(try SpotifyCall.parts(of: uri).id)
    guard let place = songs.firstIndex(of: song) else {
      throw SpotifyFailure.bad("Invalid offset uri")
    }
    return place
  }

  private func songs(of uri: String) throws -> [Int] {
    let (kind, id) = try SpotifyCall.parts(of: uri)
    switch kind {
    case "album": return call.catalog.albums[try call.album(id)].tracks.songs
    case "artist":
      return call.topSongs(of: try call.artist(id), 50)
    case "playlist":
      guard let playlist = playlists.first(where: { $0.id == id }) else {
        throw SpotifyFailure.notFound
      }
      return playlist.members.compactMap { member in
        switch member.item {
        case .song(let index): index
        case .episode, .local, .removed: nil
        }
      }
    default: throw SpotifyFailure.bad("Unsupported context uri")
    }
  }
}

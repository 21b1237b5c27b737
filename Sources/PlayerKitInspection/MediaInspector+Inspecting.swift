import PlayerKit

extension MediaInspector: MediaInspecting {
  /// Returns the place of a track. Local files are ``PlayerKit/InspectionPlace/local``. Tracks
  /// without a resolver here, sources that forbid inspection, and addresses of playlists or HLS
  /// have no place.
  public func place(of track: any Track) -> InspectionPlace? {
    let place = whereIs(track)
    return place == .remote && !looksAtServers ? nil : place
  }

  private func whereIs(_ track: any Track) -> InspectionPlace? {
    guard let playable = track as? any URLPlayable else {
      return track.playerType.map(hasResolver) == true ? .remote : nil
    }
    guard let source = try? playable.mediaSource(), source.allowsInspection else { return nil }
    switch source.location {
    case .file: return .local
    case .bytes: return .remote
    case .remote(let url):
      let lists = ["m3u8", "m3u", "pls", "xspf", "asx", "cue"]
      return lists.contains(url.pathExtension.lowercased()) ? nil : .remote
    }
  }

  /// Returns the track's metadata from its tags and container.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    do {
      return try await sharedLook(into: source(of: track)).information.metadata
    } catch {
      throw PlayerError(resolving: error).attributed(to: track, playerType: nil)
    }
  }
}

import PlayerKit

extension MediaInspector: MediaInspecting {
  /// Local files are ``PlayerKit/InspectionPlace/local``. A track whose service has no resolver here, a
  /// source that forbids it, and an address that names a list or HLS, have no place.
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

  /// What tags and container say of the track.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    do {
      return try await sharedLook(into: source(of: track)).information.metadata
    } catch {
      throw PlayerError(resolving: error).attributed(to: track, playerType: nil)
    }
  }
}

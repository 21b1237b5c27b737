import Foundation
import PlayerKit
import PlayerKitServices

/// Finds the audio of a server's songs: a signed address, created for each load.
///
/// Asks the server for the song first, because servers answer a request for audio with status 200
/// even if the password is wrong or the song is gone. The loader passes an answer to the source's
/// `refusal` to detect such errors.
public struct SubsonicFinder: StreamURLProvider {
  let client: SubsonicClient
  let delivery: SubsonicDelivery

  /// Songs of a Subsonic server.
  public var playerType: PlayerType { .subsonic }
  /// Whether only originals are played. Transcodes differ each time.
  public var allowsCaching: Bool { delivery == .original }

  /// Returns a key from server and song.
  public func key(of track: any Track) -> StreamURLKey? {
    guard let track = track as? SubsonicTrack, let server = client.server,
      server.owns(track.server)
    else { return nil }
    return StreamURLKey(id: track.id, storefront: server.id)
  }

  /// Asks the server for the song, and signs an address.
  public func address(of track: any Track) async throws -> StreamURL? {
    let song = try await client.song(track.id)
    let id = [("id", track.id as String?)]
    guard !delivery.transcodes(song) else {
      // If the server cannot list its extensions, it only sends transcodes from the beginning.
      do { _ = try await client.extensions() } catch is CatalogError {}
      return StreamURL(url: try client.signedURL("stream", id + delivery.parameters))
    }
    // Some servers count each request for a stream as a play, even for preloading.
    let url =
      if try await client.mayDownload() {
        try client.signedURL("download", id)
      } else {
        try client.signedURL("stream", id + [("format", "raw")])
      }
    return StreamURL(url: url)
  }

  /// Completes a source: its gain, how to recognize a refusal, and how to seek in a transcode.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    guard case .remote(let url) = source.location else { return source }
    let isOriginal =
      url.lastPathComponent == "download.view"
      || RequestQuery.items(in: url.absoluteString).contains {
        $0.name == "format" && $0.value == "raw"
      }
    var source = source
    source.refusal = { SubsonicReply.failure(inBody: Data($0)).map { PlayerError($0) } }
    source.replayGain = (track as? SubsonicTrack)?.replayGain.map(ReplayGain.init)
    delivery.finish(&source, isOriginal: isOriginal)
    if !isOriginal { source.timeOffsets = timeOffsets(of: track, at: url) }
    return source
  }
}

/// Finds the audio of a Subsonic server's songs. A track of another server is an `invalidItem`.
///
/// The signed address exists in the `MediaSource`, and in the resolver's memory until it is no
/// longer used.
public typealias SubsonicResolver = StreamURLResolver<SubsonicFinder>

extension SubsonicResolver {
  /// Creates a resolver that asks `client`.
  public init(
    client: SubsonicClient,
    delivery: SubsonicDelivery = .original,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(finder: SubsonicFinder(client: client, delivery: delivery), clock: clock)
  }

  /// Its server.
  var server: SubsonicServer? { finder.client.server }
}

extension SubsonicFinder {
  /// Returns how to seek in a transcode, which does not support byte ranges. `nil` if the song's
  /// duration is unknown.
  private func timeOffsets(of track: any Track, at url: URL) -> MediaSource.TimeOffsets? {
    guard client.hasTimeOffsets, let duration = track.metadata.duration, duration > .zero else {
      return nil
    }
    let text = url.absoluteString
    return MediaSource.TimeOffsets(duration: duration) { seconds in
      URL(string: text + "&timeOffset=\(seconds)") ?? url
    }
  }
}

extension ReplayGain {
  /// Creates a gain from the server's data. Leaves out the base gain of Opus, which the decoder
  /// applies.
  init(_ stated: Subsonic.ReplayGain) {
    self.init(
      track: stated.trackGain ?? stated.fallbackGain,
      album: stated.albumGain,
      trackPeak: stated.trackPeak,
      albumPeak: stated.albumPeak
    )
  }
}

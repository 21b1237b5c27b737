import Foundation
import PlayerKit
import PlayerKitServices

/// Finds the audio of a server's songs. Asks the server for the song first, to know its format, and
/// whether it is one.
public struct JellyfinFinder: StreamURLProvider {
  /// The path of an original. Transcodes have their format as an extension.
  private static let original = "stream"

  let client: JellyfinClient
  let delivery: ServerDelivery

  /// Songs of a Jellyfin server.
  public var playerType: PlayerType { .jellyfin }
  /// Whether only originals are played. Transcodes differ each time.
  public var allowsCaching: Bool { delivery == .original }

  /// Returns a key from server and song.
  public func key(of track: any Track) -> StreamURLKey? {
    guard let track = track as? JellyfinTrack, let server = client.server,
      server.owns(track.server)
    else { return nil }
    return StreamURLKey(id: track.id, storefront: server.id)
  }

  /// Asks the server for the song. Throws a `TrackExpansion` for an album, an artist or a playlist.
  public func address(of track: any Track) async throws -> StreamURL? {
    let item = try await client.item(track.id)
    guard item.kind == .song else {
      let songs = try await client.songs(of: item)
      let tracks = songs.map { JellyfinTrack($0, server: client.server?.id) }
      guard let expansion = TrackExpansion(tracks.map { QueueItem($0) }) else { return nil }
      throw expansion
    }
    let session = try await client.account.session()
    let url =
      if delivery.transcodes(item) {
        try client.url(
          ["Audio", item.id, "\(Self.original).\(delivery.transcodedFormat)"],
          [
            ("audioCodec", delivery.transcodedFormat),
            ("audioBitRate", delivery.maximumBitRate.map { String(max(1, $0) * 1_000) }),
            ("deviceId", session.deviceID),
            ("playSessionId", SignInSecrets.random()),
          ]
        )
      } else {
        try client.url(["Audio", item.id, Self.original], [("static", "true")])
      }
    return StreamURL(
      url: url,
      headers: ["Authorization": client.account.authorization(session)]
    )
  }

  /// Completes a source: its gain, and how to seek in a transcode.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    guard case .remote(let url) = source.location else { return source }
    var source = source
    source.replayGain = (track as? JellyfinTrack)?.gain.map { ReplayGain(track: $0) }
    let isOriginal = url.lastPathComponent == Self.original
    delivery.finish(&source, isOriginal: isOriginal)
    if !isOriginal { source.timeOffsets = timeOffsets(of: track, at: url) }
    return source
  }

  /// Returns how to seek in a transcode, which does not support byte ranges. `nil` if the song's
  /// duration is unknown.
  private func timeOffsets(of track: any Track, at url: URL) -> MediaSource.TimeOffsets? {
    guard let duration = track.metadata.duration, duration > .zero else { return nil }
    let text = url.absoluteString
    return MediaSource.TimeOffsets(duration: duration) { seconds in
      // The server sends the same file again for the same play session, even for another start. The
      // play session is the last parameter.
      let ticks = max(0, seconds).multipliedReportingOverflow(by: Jellyfin.ticksPerSecond)
      guard !ticks.overflow else { return url }
      return URL(string: "\(text)-\(seconds)&startTimeTicks=\(ticks.partialValue)") ?? url
    }
  }
}

extension ServerDelivery {
  /// Whether a song is transcoded.
  func transcodes(_ song: Jellyfin.Item) -> Bool {
    let file = song.mediaSources?.first
    let containers = (file?.container ?? song.container ?? "").split(separator: ",")
    let codecs = file?.streams?.filter { $0.type == "Audio" }.compactMap(\.codec) ?? []
    return transcodes(
      formats: containers.map(String.init) + codecs,
      bitRate: file?.bitrate.map { $0 / 1_000 }
    )
  }

  /// The format of transcodes. Opus joins without a gap.
  var transcodedFormat: String {
    let name = format?.lowercased() ?? ""
    return JellyfinClient.isID(name) ? name : "opus"
  }
}

/// Finds the audio of a Jellyfin server's songs. A track of another server is an `invalidItem`. A
/// track that is an album, an artist or a playlist stands for its songs.
///
/// The token is in a header field of the `MediaSource`, which goes only to the server. No address
/// contains it.
public typealias JellyfinResolver = StreamURLResolver<JellyfinFinder>

extension JellyfinResolver {
  /// Creates a resolver that asks `client`.
  public init(
    client: JellyfinClient,
    delivery: ServerDelivery = .original,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(finder: JellyfinFinder(client: client, delivery: delivery), clock: clock)
  }
}

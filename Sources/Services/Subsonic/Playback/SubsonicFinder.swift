import Foundation
import PlayerKitServices
import PlayerKit

/// Finds where a server has the audio of its songs: a signed address, made anew for each load.
///
/// It asks the server for the song first, since servers answer a request for audio with status 200 also
/// where the password is wrong or the song is gone. The loader asks the source's `refusal` about an answer
/// that is an error all the same.
struct SubsonicFinder: AddressFinder {
  let client: SubsonicClient
  let delivery: SubsonicDelivery

  var playerType: PlayerType { .subsonic }
  var allowsCaching: Bool { true }

  func key(of track: any Track) -> AddressKey? {
    guard let track = track as? SubsonicTrack, let server = client.server,
      track.server == nil || track.server == server.id
    else { return nil }
    return AddressKey(id: track.id, storefront: server.id)
  }

  func address(of track: any Track) async throws -> MediaAddress? {
    let song = try await client.song(track.id)
    let id = [("id", track.id as String?)]
    guard !delivery.transcodes(song) else {
      // A server that can't tell sends from the beginning alone.
      do { _ = try await client.extensions() } catch is CatalogError {}
      return MediaAddress(url: try client.signedURL("stream", id + delivery.parameters))
    }
    // Some servers count each request for a stream as a play, those of what comes next too.
    let url =
      if try await client.mayDownload() {
        try client.signedURL("download", id)
      } else {
        try client.signedURL("stream", id + [("format", "raw")])
      }
    return MediaAddress(url: url)
  }
}

/// Finds the audio of a Subsonic server's songs. A track of another server is an `invalidItem`.
///
/// The signed address stands in the `MediaSource`, and until it is used no longer in the resolver's memory.
public struct SubsonicResolver: MediaResolver {
  private let base: AddressResolver<SubsonicFinder>
  private let client: SubsonicClient
  private let delivery: SubsonicDelivery

  /// Makes a resolver that asks `client`.
  public init(
    client: SubsonicClient,
    delivery: SubsonicDelivery = .original,
    clock: any CatalogClock = SystemCatalogClock()
  ) {
    self.client = client
    self.delivery = delivery
    base = AddressResolver(
      finder: SubsonicFinder(client: client, delivery: delivery),
      clock: clock
    )
  }

  /// The ``SubsonicServer/id`` of its server; `nil` where none was named.
  var server: String? { client.server?.id }

  /// Songs of a Subsonic server.
  public var playerType: PlayerType { .subsonic }

  /// What is remembered.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try base.resolveNow(track).map { finished($0, of: track) }
  }

  /// What is remembered, else what the server says.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    finished(try await base.resolve(track), of: track)
  }

  /// By server and song, where originals alone are played: a transcode is not the same each time.
  public func cacheKey(of track: any Track) -> String? {
    delivery == .original ? base.cacheKey(of: track) : nil
  }

  /// Forgets the address that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    base.forget(track, after: error)
  }

  private func finished(_ source: MediaSource, of track: any Track) -> MediaSource {
    guard case .remote(let url) = source.location else { return source }
    let isOriginal =
      url.lastPathComponent == "download.view"
      || RequestQuery.items(in: url.absoluteString).contains {
        $0.name == "format" && $0.value == "raw"
      }
    var source = source
    source.refusal = { SubsonicReply.failure(inBody: Data($0)).map { PlayerError($0) } }
    source.replayGain = (track as? SubsonicTrack)?.replayGain.map(ReplayGain.init)
    if !isOriginal {
      source.cacheKey = nil
      source.allowsCaching = false
      // It would be made for that, and its tags are not the song's.
      source.allowsInspection = false
      source.timeOffsets = timeOffsets(of: track, at: url)
    } else if delivery != .original {
      source.cacheKey = nil
    }
    return source
  }
}

extension SubsonicResolver {
  /// A transcode can't be sought in by bytes. Of a song without a length it is not known what is behind.
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
  /// As a server states it. What servers add for Opus is left out: the decoder adds it.
  init(_ stated: Subsonic.ReplayGain) {
    self.init(
      track: stated.trackGain ?? stated.fallbackGain,
      album: stated.albumGain,
      trackPeak: stated.trackPeak,
      albumPeak: stated.albumPeak
    )
  }
}

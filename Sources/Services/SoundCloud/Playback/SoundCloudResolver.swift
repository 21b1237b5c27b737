import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Asks SoundCloud for the streams of tracks.
public struct SoundCloudFinder: StreamURLProvider {
  /// The lifetime of addresses. The service's answers do not state it.
  private static let life: TimeInterval = 300
  private static let capacity = 300

  let client: SoundCloudClient
  /// The format in which each track was found, so that playback continues in it.
  private let forms = Locked(
    BoundedCache<String, SoundCloud.Streams.Form, Date>(maximumCost: Self.capacity)
  )

  init(client: SoundCloudClient) { self.client = client }

  /// Tracks of SoundCloud.
  public var playerType: PlayerType { .soundCloud }
  /// The terms forbid mixing.
  public var allowsCrossfade: Bool { false }

  /// Returns a key that includes the session, because addresses carry the user's token and must not
  /// be used by the next user.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? SoundCloudTrack).map {
      StreamURLKey(id: $0.id, storefront: String(client.tokens.session))
    }
  }

  /// Asks for the track's access first, so that a blocked track uses up no play.
  public func address(of track: any Track) async throws -> StreamURL? {
    guard let track = track as? SoundCloudTrack else { return nil }
    let found = try await client.track(track.urn, secretToken: track.secretToken)
    let wanted: [SoundCloud.Streams.Form]
    switch found.access {
    case .blocked?:
      throw PlayerError(.forbidden, "SoundCloud does not offer this track here.")
    case .preview?: wanted = [.preview]
    default: wanted = SoundCloud.Streams.Form.whole + [.preview]
    }
    return try await address(of: track, in: wanted)
  }

  /// Asks for the same format again.
  public func address(
    of track: any Track,
    insteadOf refused: StreamURL
  ) async throws -> StreamURL? {
    guard let track = track as? SoundCloudTrack else { return nil }
    let now = client.clock.date
    guard let form = forms.withLock({ $0.value(for: track.id, now: now) }) else {
      return try await address(of: track)
    }
    guard let address = try await address(of: track, in: [form]) else {
      throw PlayerError(.notFound, "SoundCloud no longer has the track in this form.")
    }
    return address
  }

  private func address(
    of track: SoundCloudTrack,
    in wanted: [SoundCloud.Streams.Form]
  ) async throws -> StreamURL? {
    let now = client.clock.date
    let session = client.tokens.session
    let streams = try await client.streams(of: track.urn, secretToken: track.secretToken)
    guard let form = wanted.first(where: { streams[$0] != nil }), let url = streams[form] else {
      return nil
    }
    let dayLater = now.addingTimeInterval(86_400)
    forms.withLock { $0.keep(form, for: track.id, cost: 1, until: dayLater) }
    let headers = try await client.headers(for: url)
    guard client.tokens.session == session else {
      throw PlayerError(.unauthorized, "Another user has signed in since. Load the data again.")
    }
    return StreamURL(url: url, headers: headers, expiration: now.addingTimeInterval(Self.life))
  }

  /// Prevents a server on the Internet from leading to a local address. Nothing is kept.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    var source = source
    source.cacheKey = nil
    if NetworkScope.mayBePublic(client.base) { source.reach = .publicAlone }
    return source
  }
}

/// Finds the streams of SoundCloud's tracks: whole tracks with HLS, or previews.
///
/// Addresses are valid for five minutes, and are renewed during playback. They exist only in the
/// `MediaSource` and in memory, with the token, which is sent only to the API's server. Nothing is
/// stored on disk, because the terms forbid it. A blocked track fails as `forbidden`, and a track
/// beyond the day's plays as `rateLimited`.
public typealias SoundCloudResolver = StreamURLResolver<SoundCloudFinder>

extension SoundCloudResolver {
  /// Creates a resolver that asks `client`.
  public init(client: SoundCloudClient) {
    self.init(
      finder: SoundCloudFinder(client: client),
      lifetime: .seconds(300),
      clock: client.clock
    )
  }
}

import Foundation
import PlayerKitHTTP
import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Asks SoundCloud where tracks are to be heard.
struct SoundCloudFinder: AddressFinder {
  /// How long addresses are good. The service does not say so in its answers.
  private static let life: TimeInterval = 300
  private static let capacity = 300

  let client: SoundCloudClient
  /// In what form each track was found: what plays goes on in that one.
  private let forms = Locked(
    BoundedCache<String, SoundCloud.Streams.Form, Date>(maximumCost: Self.capacity)
  )

  init(client: SoundCloudClient) { self.client = client }

  var playerType: PlayerType { .soundCloud }
  /// The terms forbid to mix what is heard.
  var allowsCrossfade: Bool { false }

  /// Who signs in later gets no address of who did before: it carries a token.
  func key(of track: any Track) -> AddressKey? {
    (track as? SoundCloudTrack).map {
      AddressKey(id: $0.id, storefront: String(client.tokens.session))
    }
  }

  /// Asks how much of the track may be heard first: of what is blocked, no play is used up.
  func address(of track: any Track) async throws -> MediaAddress? {
    guard let track = track as? SoundCloudTrack else { return nil }
    let found = try await client.track(track.urn, secretToken: track.secretToken)
    let wanted: [SoundCloud.Streams.Form]
    switch found.access {
    case .blocked?:
      throw PlayerError(.forbidden, "SoundCloud lets nobody hear this track here.")
    case .preview?: wanted = [.preview]
    default: wanted = SoundCloud.Streams.Form.whole + [.preview]
    }
    return try await address(of: track, in: wanted)
  }

  /// Asks for the same form again.
  func address(
    of track: any Track,
    insteadOf refused: MediaAddress
  ) async throws -> MediaAddress? {
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
  ) async throws -> MediaAddress? {
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
      throw PlayerError(.unauthorized, "Somebody else has signed in since.")
    }
    return MediaAddress(url: url, headers: headers, expiration: now.addingTimeInterval(Self.life))
  }
}

/// Finds where tracks of SoundCloud are to be heard: whole by HLS, or their previews.
///
/// Addresses are good for five minutes, and are found anew while a track plays. They stand in the
/// `MediaSource` and in memory alone, with the token, which goes to the API's server alone. Nothing is
/// kept on disk: the terms forbid it. What is blocked fails as `forbidden`; what the day's plays do not
/// suffice for as `rateLimited`.
public struct SoundCloudResolver: MediaResolver {
  private let base: AddressResolver<SoundCloudFinder>
  private let isPublic: Bool

  /// Makes a resolver that asks `client`.
  public init(client: SoundCloudClient) {
    base = AddressResolver(
      finder: SoundCloudFinder(client: client),
      lifetime: .seconds(300),
      clock: client.clock
    )
    isPublic = NetworkScope.mayBePublic(client.base)
  }

  /// Tracks of SoundCloud.
  public var playerType: PlayerType { .soundCloud }

  /// What is remembered.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try base.resolveNow(track).map(finished)
  }

  /// What is remembered, else what SoundCloud says.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    finished(try await base.resolve(track))
  }

  /// Forgets the address that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    base.forget(track, after: error)
  }

  /// A server on the Internet leads to no address of this network.
  private func finished(_ source: MediaSource) -> MediaSource {
    var source = source
    source.cacheKey = nil
    if isPublic { source.reach = .publicAlone }
    return source
  }
}

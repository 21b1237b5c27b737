import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Asks the directory for the address of a station.
public struct RadioFinder: StreamURLProvider {
  let client: RadioBrowserClient

  /// Stations.
  public var playerType: PlayerType { .radio }
  /// A station is a live stream, so it cannot be crossfaded.
  public var allowsCrossfade: Bool { false }

  /// Returns a key with the id of the station.
  public func key(of track: any Track) -> StreamURLKey? {
    (track as? RadioTrack).flatMap { RadioBrowser.isID($0.id) ? StreamURLKey(id: $0.id) : nil }
  }

  /// Returns the first address of the track.
  public func knownAddress(of track: any Track) -> StreamURL? {
    (track as? RadioTrack)?.addresses.first.flatMap { StreamURL(at: $0) }
  }

  /// Asks the directory.
  public func address(of track: any Track) async throws -> StreamURL? {
    guard let url = try await client.station(track.id).addresses.first else {
      throw PlayerError(.notFound, "The directory has no address of the station.")
    }
    return StreamURL(at: url)
  }

  /// Restricts an address to the Internet, because anybody may have entered it. Adds the station's
  /// other addresses, and asks the directory again if all fail.
  public func finished(
    _ source: MediaSource,
    of track: any Track,
    by resolver: StreamURLResolver<Self>
  ) -> MediaSource {
    let reach: MediaSource.Reach? = client.isNear ? nil : .publicAlone
    var source = source
    source.reach = reach
    source.cacheKey = nil
    guard let track = track as? RadioTrack, case .remote(let url) = source.location,
      track.addresses.first == url
    else { return source }
    source.alternatives = track.addresses.dropFirst()
      .prefix(MediaSource.maximumAlternatives)
      .map { MediaSource(.remote($0), reach: reach, allowsCaching: false) }
    source.replacement = { try await Self.found(again: track, by: resolver) }
    return source
  }

  /// Returns the directory's current address of a station whose known addresses all failed.
  private static func found(
    again track: RadioTrack,
    by resolver: StreamURLResolver<Self>
  ) async throws -> MediaSource {
    let failure = PlayerError(.unreachable, "None of its addresses can be opened.")
    resolver.forget(track, after: failure)
    let source = try await resolver.resolve(track)
    if case .remote(let url) = source.location, track.addresses.contains(url) {
      throw PlayerError(.unreachable, "The directory has no other address of the station.")
    }
    return source
  }
}

/// Finds the addresses of stations.
///
/// Tries the track's own address first, so that the directory does not learn what is played. If
/// that fails, it asks the directory by the station's id at once, because the host may be gone.
public typealias RadioResolver = StreamURLResolver<RadioFinder>

extension RadioResolver {
  /// Creates a resolver that asks `client`.
  public init(
    client: RadioBrowserClient,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(finder: RadioFinder(client: client), clock: clock)
  }
}

import PlayerKitSystem
import Foundation
import PlayerKitServices
import PlayerKit

/// Asks the directory for the address of a station.
struct RadioFinder: StreamURLProvider {
  let client: RadioBrowserClient

  var playerType: PlayerType { .radio }
  /// A station is a live stream, so it cannot be crossfaded.
  var allowsCrossfade: Bool { false }

  func key(of track: any Track) -> StreamURLKey? {
    (track as? RadioTrack).flatMap { StationRule.isID($0.id) ? StreamURLKey(id: $0.id) : nil }
  }

  func knownAddress(of track: any Track) -> StreamURL? {
    (track as? RadioTrack)?.addresses.first.flatMap { StreamURL(at: $0) }
  }

  func address(of track: any Track) async throws -> StreamURL? {
    guard let url = try await client.station(track.id).addresses.first else {
      throw PlayerError(.notFound, "The directory has no address of the station.")
    }
    return StreamURL(at: url)
  }
}

/// Finds the addresses of stations.
///
/// Tries the track's own address first, so that the directory does not learn what is played. If
/// that fails, it asks the directory by the station's id at once, because the host may be gone.
public struct RadioResolver: MediaResolver {
  private let base: StreamURLResolver<RadioFinder>
  private let isNear: Bool

  /// Creates a resolver that asks `client`.
  public init(
    client: RadioBrowserClient,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    base = StreamURLResolver(finder: RadioFinder(client: client), clock: clock)
    isNear = client.isNear
  }

  /// Stations.
  public var playerType: PlayerType { .radio }

  /// Returns the known address.
  public func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    try base.resolveNow(track).map { finished($0, track) }
  }

  /// Returns the known address, or else asks the directory.
  public func resolve(_ track: any Track) async throws -> MediaSource {
    finished(try await base.resolve(track), track)
  }

  /// Forgets the address that failed.
  public func forget(_ track: any Track, after error: PlayerError) {
    base.forget(track, after: error)
  }

  /// Restricts an address to the Internet, because anybody may have entered it.
  private func finished(_ source: MediaSource, _ track: any Track) -> MediaSource {
    let reach: MediaSource.Reach? = isNear ? nil : .publicAlone
    var source = source
    source.reach = reach
    source.cacheKey = nil
    guard let track = track as? RadioTrack, case .remote(let url) = source.location,
      track.addresses.first == url
    else { return source }
    source.alternatives = track.addresses.dropFirst()
      .prefix(MediaSource.maximumAlternatives)
      .map { MediaSource(.remote($0), reach: reach, allowsCaching: false) }
    source.replacement = { try await self.found(again: track) }
    return source
  }

  /// Returns the directory's current address of a station whose known addresses all failed.
  private func found(again track: RadioTrack) async throws -> MediaSource {
    base.forget(track, after: PlayerError(.unreachable, "None of its addresses can be opened."))
    let source = finished(try await base.resolve(track), track)
    if case .remote(let url) = source.location, track.addresses.contains(url) {
      throw PlayerError(.unreachable, "The directory has no other address of the station.")
    }
    return source
  }
}

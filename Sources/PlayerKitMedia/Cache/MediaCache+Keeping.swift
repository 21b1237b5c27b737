import Dispatch
import PlayerKit
import PlayerKitSystem

extension MediaCache {
  /// The progress of ``MediaCache/keep(_:by:reach:networkTimeout:onProgress:)``.
  public struct Progress: Sendable, Hashable {
    /// The number of bytes on the disk.
    public let received: Int64
    /// The total number of bytes.
    public let total: Int64
  }

  /// Downloads a whole track, so that it plays without a network, and keeps it until it is
  /// released.
  ///
  /// A kept track is not removed to make room, and its server is not asked about it again. Only
  /// missing bytes are requested: after a cancellation or a failure, a second call continues from
  /// there. Has no effect if the track is kept already, or is a local file.
  ///
  /// ```swift
  /// try await cache.keep(track, by: services)
  /// ```
  ///
  /// - Parameters:
  ///   - track: The track.
  ///   - resolvers: The app's services, or the resolver of the track's player. If one resolver
  ///     fails, the next one of the track's player types is tried.
  ///   - reach: Which addresses requests may connect to. Pass the reach of the engine that plays
  ///     the track. Other addresses fail with ``PlayerKit/PlayerError/Code/blockedURL``. A source
  ///     may narrow it by ``PlayerKit/MediaSource/reach``.
  ///   - networkTimeout: How long a server may be silent. The cache asks a silent server twice
  ///     more.
  ///   - onProgress: Called one at a time, on a thread of the cache; must not block.
  /// - Throws: The first failure of the resolvers and of the server;
  ///   ``PlayerKit/PlayerError/Code/noPlayer`` if no resolver knows the track's type;
  ///   ``PlayerKit/PlayerError/Code/interrupted`` if the task is cancelled;
  ///   ``PlayerKit/PlayerError/Code/storeFailed`` if the track may not or can't be kept: there is
  ///   no room, the folder can't be written, the server forbids it or states no length or version.
  public func keep(
    _ track: any Track,
    by resolvers: any MediaResolving = URLResolver(),
    reach: MediaSource.Reach = .publicAfterRedirect,
    networkTimeout: Duration = .seconds(10),
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(PlayerError) {
    let settings = LoadingSettings(networkTimeout: networkTimeout, cache: self, reach: reach)
    try await Self.first(of: resolvers, for: track) { (resolver) throws(PlayerError) in
      try await self.keep(track, by: resolver, settings, onProgress)
    }
  }

  /// Returns whether the whole track is on the disk and kept.
  ///
  /// - Throws: The first failure of the resolvers, if they need a network to name the track.
  public func isKept(_ track: any Track, by resolvers: any MediaResolving = URLResolver())
    async throws(PlayerError) -> Bool
  {
    try await Self.first(of: resolvers, for: track) { (resolver) throws(PlayerError) in
      guard self.isKept(try await Self.key(of: track, by: resolver)) else { return nil }
      return true
    } ?? false
  }

  /// Releases a kept track: it stays until its space is needed. Has no effect if it is not kept.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/storeFailed`` if the folder can't be written; the first
  ///   failure of the resolvers, if they need a network to name the track.
  public func release(_ track: any Track, by resolvers: any MediaResolving = URLResolver())
    async throws(PlayerError)
  {
    try await Self.first(of: resolvers, for: track) { (resolver) throws(PlayerError) -> Void? in
      guard let name = Self.name(try await Self.key(of: track, by: resolver)),
        let file = self.files.find(name), file.isKept
      else { return nil }
      guard file.release() else {
        throw PlayerError(.storeFailed, "The folder of the cache can't be written.")
      }
      self.files.removeRecord(name)
    }
  }

  /// Returns the tracks that are kept completely, in the order in which they were kept.
  ///
  /// Leaves out tracks that can't be stored (see ``PlayerKit/StorableTrack``), and tracks that an
  /// earlier version of this library kept.
  ///
  /// - Parameter registry: Decodes the tracks. A track of an unknown type becomes an
  ///   ``PlayerKit/UnknownTrack``.
  public func keptTracks(in registry: TrackRegistry = TrackRegistry()) -> [any Track] {
    files.records().map { registry.decode($0) }
  }

  // MARK: - Resolving

  private func keep(
    _ track: any Track,
    by resolver: any MediaResolver,
    _ settings: LoadingSettings,
    _ onProgress: @escaping @Sendable (Progress) -> Void
  ) async throws(PlayerError) -> Void? {
    if isKept(resolver.cacheKey(of: track)) { return () }
    let source = try await Self.source(of: track, by: resolver)
    if case .file = source.location { return () }
    if isKept(source.cacheKey) { return () }
    let name = Self.name(source.cacheKey)
    if let name, let stored = try? TrackRegistry().encode(track) { files.write(stored, name) }
    let download = CacheDownload(source, settings)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "PlayerKit.MediaCache.keep").async {
          let result = Result { () throws(PlayerError) in try download.run(onProgress) }
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      download.cancel()
    }
    if case .failure(let error) = result {
      if let name { files.removeRecord(name) }
      throw error.attributed(to: track, playerType: resolver.playerType)
    }
    return ()
  }

  /// Returns the first result of the track's resolvers; `nil` if no resolver has one.
  ///
  /// - Throws: The first failure, if no resolver has a result.
  private static func first<Value>(
    of resolvers: any MediaResolving,
    for track: any Track,
    _ body: (any MediaResolver) async throws(PlayerError) -> Value?
  ) async throws(PlayerError) -> Value? {
    let resolvers = resolvers.resolvers(for: track)
    var failure: PlayerError?
    for resolver in resolvers {
      do throws(PlayerError) {
        if let value = try await body(resolver) { return value }
      } catch {
        failure = failure ?? error
        if Task.isCancelled { break }
      }
    }
    if resolvers.isEmpty {
      let types = track.playerTypes.map(\.rawValue).joined(separator: ", ")
      let message = "There is no resolver for tracks of type \(types). Pass the app's services."
      throw PlayerError(.noPlayer, message, track: track)
    }
    if let failure { throw failure }
    return nil
  }

  private func isKept(_ key: String?) -> Bool {
    guard let name = Self.name(key), let file = files.find(name) else { return false }
    return file.isKept && file.isComplete
  }

  private static func name(_ key: String?) -> CacheFolder.Name? {
    key.map { CacheFolder.Name(key: $0) }
  }

  private static func key(
    of track: any Track,
    by resolver: any MediaResolver
  ) async throws(PlayerError) -> String? {
    if let key = resolver.cacheKey(of: track) { return key }
    return try await source(of: track, by: resolver).cacheKey
  }

  private static func source(
    of track: any Track,
    by resolver: any MediaResolver
  ) async throws(PlayerError) -> MediaSource {
    do {
      if let source = try resolver.resolveNow(track) { return source }
      return try await resolver.resolve(track)
    } catch {
      throw PlayerError(resolving: error).attributed(to: track, playerType: resolver.playerType)
    }
  }
}

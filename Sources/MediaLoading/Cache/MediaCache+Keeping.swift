import Dispatch
import PlayerKit

extension MediaCache {
  /// How far ``MediaCache/keep(_:by:reach:networkTimeout:onProgress:)`` has come.
  public struct Progress: Sendable, Hashable {
    /// How many bytes are here.
    public let received: Int64
    /// How many there are.
    public let total: Int64
  }

  /// Brings all of a track, so that it plays without a network, and keeps it until it is released: it
  /// is not removed to make room, and its server is not asked about it again.
  ///
  /// What is here already is not fetched again: where it was cancelled or has failed, a second call
  /// goes on from there. A track that is kept already, and a local file, is done at once.
  ///
  /// - Parameters:
  ///   - resolver: That of the player that plays the track, which names the media.
  ///   - reach: Which addresses requests may connect to; that of the engine that plays the track. What
  ///     is out of reach fails as ``PlayerKit/PlayerError/Code/blockedURL``. A source may narrow it by
  ///     ``PlayerKit/MediaSource/reach``.
  ///   - networkTimeout: How long a server may be silent. A part that stays silent is asked for twice
  ///     more.
  ///   - onProgress: Called one at a time, on a thread of the cache; must not block.
  /// - Throws: What the resolver or the server fails with; `interrupted` where the task is cancelled;
  ///   ``PlayerKit/PlayerError/Code/storeFailed`` where the track may not be kept, or can't: there is no
  ///   room, the folder can't be written, its server forbids it or does not tell the length and the
  ///   version. What is here of it then stays as long as there is room.
  public func keep(
    _ track: any Track,
    by resolver: any MediaResolver = URLResolver(),
    reach: MediaSource.Reach = .publicWhereLed,
    networkTimeout: Duration = .seconds(10),
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(PlayerError) {
    if isKept(resolver.cacheKey(of: track)) { return }
    let source = try await Self.source(of: track, by: resolver)
    if case .file = source.location { return }
    if isKept(source.cacheKey) { return }
    let settings = LoadingSettings(networkTimeout: networkTimeout, cache: self, reach: reach)
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
      throw error.attributed(to: track, playerType: resolver.playerType)
    }
  }

  /// Whether all of a track is here, and kept.
  ///
  /// - Throws: What the resolver fails with, where it does not name the track without a network.
  public func isKept(_ track: any Track, by resolver: any MediaResolver = URLResolver())
    async throws(PlayerError) -> Bool
  {
    isKept(try await Self.key(of: track, by: resolver))
  }

  /// Keeps a track no longer: it stays until room is needed. Does nothing where it is not kept.
  ///
  /// - Throws: ``PlayerKit/PlayerError/Code/storeFailed`` where the folder can't be written; what the
  ///   resolver fails with, where it does not name the track without a network.
  public func release(_ track: any Track, by resolver: any MediaResolver = URLResolver())
    async throws(PlayerError)
  {
    guard let file = file(try await Self.key(of: track, by: resolver)), file.isKept else { return }
    guard file.release() else {
      throw PlayerError(.storeFailed, "The folder of the cache can't be written.")
    }
  }

  private func isKept(_ key: String?) -> Bool {
    file(key).map { $0.isKept && $0.isComplete } ?? false
  }

  private func file(_ key: String?) -> CacheFile? {
    key.flatMap { files.find(CacheFolder.Name(key: $0)) }
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

import Dispatch
import PlayerKit

extension MediaCache {
  /// How far ``MediaCache/keep(_:by:networkTimeout:onProgress:)`` has come.
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
  ///   - networkTimeout: How long a server may be silent.
  ///   - onProgress: Called one at a time, on a thread of the cache; must not block.
  /// - Throws: What the resolver or the server fails with; `interrupted` where the task is cancelled;
  ///   ``PlayerKit/PlayerError/Code/storeFailed`` where the track may not be kept, or can't: there is no
  ///   room, the folder can't be written, its server forbids it or does not tell the length and the
  ///   version. What is here of it then stays as long as there is room.
  public func keep(
    _ track: any Track,
    by resolver: any MediaResolver = URLResolver(),
    networkTimeout: Duration = .seconds(10),
    onProgress: @escaping @Sendable (Progress) -> Void = { _ in }
  ) async throws(PlayerError) {
    let source = try await Self.source(of: track, by: resolver)
    if case .file = source.location { return }
    let opener = SourceOpener(LoadingSettings(networkTimeout: networkTimeout, cache: self))
    defer { opener.close() }
    guard let bytes = opener.openCached(source) else {
      throw PlayerError(.storeFailed, "The track may not be kept.").attributed(
        to: track,
        playerType: resolver.playerType
      )
    }
    let stream = bytes.makeCachedStream()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "PlayerKit.MediaCache.keep").async {
          let result = Result { () throws(PlayerError) in
            try Self.download(stream, onProgress)
          }
          stream.close()
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      stream.cancel()
    }
    if case .failure(let error) = result {
      throw error.attributed(to: track, playerType: resolver.playerType)
    }
  }

  /// Whether all of a track is here, and kept.
  public func isKept(_ track: any Track, by resolver: any MediaResolver = URLResolver())
    async throws(PlayerError) -> Bool
  {
    let file = try await file(of: track, by: resolver)
    return file.map { $0.isKept && $0.isComplete } ?? false
  }

  /// Keeps a track no longer: it stays until room is needed. Does nothing where it is not kept.
  public func release(_ track: any Track, by resolver: any MediaResolver = URLResolver())
    async throws(PlayerError)
  {
    guard let file = try await file(of: track, by: resolver), file.isKept else { return }
    guard file.release() else {
      throw PlayerError(.storeFailed, "The folder of the cache can't be written.")
    }
  }

  private func file(
    of track: any Track,
    by resolver: any MediaResolver
  ) async throws(PlayerError) -> CacheFile? {
    let source = try await Self.source(of: track, by: resolver)
    return source.cacheKey.flatMap { files.find(CacheFolder.Name(key: $0)) }
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

  /// Reads all of a stream, which writes it down.
  private static func download(
    _ stream: CachedByteStream,
    _ onProgress: (Progress) -> Void
  ) throws(PlayerError) {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var received: Int64 = 0
    while true {
      let count = try stream.read(into: &piece)
      guard let file = stream.keptFile else { throw notKept }
      guard count > 0 else { break }
      received += Int64(count)
      onProgress(Progress(received: received, total: file.version.total))
    }
    guard let file = stream.keptFile, file.isComplete, file.isKept || file.keep() else {
      throw notWritten
    }
  }

  private static let notKept = PlayerError(
    .storeFailed,
    "The track can't be kept: there is no room for all of it, the folder can't be written, or its "
      + "server forbids it or does not say how long it is and how it is to be told from other versions.",
    isRetryable: false
  )
  private static let notWritten = PlayerError(
    .storeFailed,
    "Not all of the track could be written."
  )
}

import Dispatch
import PlayerKit
import PlayerKitSystem

/// Downloads a whole source to the disk and keeps it. Run it once. Callable from any thread.
final class CacheDownload: Sendable {
  private let source: MediaSource
  private let opener: SourceOpener
  private let isCancelled = Locked(false)

  init(_ source: MediaSource, _ settings: LoadingSettings) {
    self.source = source
    opener = SourceOpener(settings)
  }

  /// Makes ``run(_:)`` fail soon.
  func cancel() {
    isCancelled.withLock { $0 = true }
    opener.close()
  }

  /// Blocks until everything is on the disk and kept. If the media changes or the file is removed
  /// meanwhile, it starts again, up to three times in all.
  func run(_ onProgress: (MediaCache.Progress) -> Void) throws(PlayerError) {
    defer { opener.close() }
    do throws(PlayerError) {
      for _ in 0..<3 where try bring(onProgress) { return }
    } catch {
      throw isCancelled.withLock({ $0 }) ? Self.cancelled : error
    }
    throw Self.notWritten
  }

  /// - Returns: whether it is kept now; if not, another attempt may succeed.
  private func bring(
    _ onProgress: (MediaCache.Progress) -> Void
  ) throws(PlayerError) -> Bool {
    guard let bytes = opener.openCached(source) else { throw Self.notAllowed }
    // The cached file may be outdated, and would be kept for long.
    let isSettled = DispatchSemaphore(value: 0)
    bytes.settle { isSettled.signal() }
    isSettled.wait()
    let stream = bytes.makeCachedStream()
    defer { stream.close() }
    do throws(PlayerError) {
      let file = try readAll(stream, onProgress)
      return file.isComplete && bytes.keep(file)
    } catch {
      if HTTPFailure.isChange(error) { return false }
      throw error
    }
  }

  /// Reads the whole stream, which writes it to the disk. Stops early if it can't be kept.
  private func readAll(
    _ stream: CachedByteStream,
    _ onProgress: (MediaCache.Progress) -> Void
  ) throws(PlayerError) -> CacheFile {
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    var received: Int64 = 0
    while true {
      if isCancelled.withLock({ $0 }) { throw Self.cancelled }
      let count = try stream.read(into: &piece)
      guard stream.canBecomeWhole else { throw Self.notKept }
      received += Int64(count)
      guard let file = stream.keptFile else {
        if count == 0 { throw Self.notKept }
        continue
      }
      if count == 0 { return file }
      onProgress(MediaCache.Progress(received: received, total: file.version.total))
    }
  }

  private static let notAllowed = PlayerError(.storeFailed, "The track may not be kept.")
  private static let cancelled = PlayerError(.interrupted, "It was cancelled.")
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

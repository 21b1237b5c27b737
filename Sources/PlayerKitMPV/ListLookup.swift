import Dispatch
import PlayerKit
import PlayerKitMedia

/// Resolves playlists, CUE sheets and folders to tracks before they are played.
///
/// A queue does not need this: when it reaches or prepares an entry that turns out to be a list, it
/// replaces the entry with the tracks of the list. Use it to show the entries earlier.
public struct ListLookup: Sendable {
  private let settings: LoadingSettings

  /// Creates a lookup that loads as an engine with this configuration would.
  public init(configuration: MPVEngine.Configuration = MPVEngine.Configuration()) {
    settings = configuration.loading
  }

  /// Returns the items that a track resolves to; `nil` if it is not a list.
  ///
  /// Opens the track and reads its first bytes, or all of a list. Nested lists are not resolved.
  ///
  /// - Throws: an error if the track can't be opened or the list can't be read;
  ///   ``PlayerError/Code/interrupted`` if the task is cancelled.
  public func items(of track: any URLPlayable) async throws(PlayerError) -> [QueueItem]? {
    let source = try track.mediaSource()
    let opener = SourceOpener(settings)
    let stream = opener.open(source, looksForLists: true).makeStream()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          let result = Self.read(stream)
          stream.close()
          opener.close()
          continuation.resume(returning: result)
        }
      }
    } onCancel: {
      stream.cancel()
    }
    if Task.isCancelled { throw PlayerError(.interrupted, "The look-up was canceled.") }
    return try result.get()
  }

  private static func read(_ stream: any ByteStream) -> Result<[QueueItem]?, PlayerError> {
    do throws(PlayerError) {
      var first: [UInt8] = [0]
      _ = try stream.read(into: &first)
      return .success(nil)
    } catch {
      return error.expansion.map { .success($0.items) } ?? .failure(error)
    }
  }
}

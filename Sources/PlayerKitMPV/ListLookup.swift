import Dispatch
import PlayerKitMedia
import PlayerKit

/// Finds out what stands for several tracks before it is played: playlists, CUE sheets, folders.
///
/// A queue needs none of it: an entry that turns out to be a list is replaced by what it names when it
/// is reached, or made ready. It is for who wants to know the entries earlier.
public struct ListLookup: Sendable {
  private let settings: LoadingSettings

  /// Makes a look-up that loads as an engine with this configuration would.
  public init(configuration: MPVEngine.Configuration = MPVEngine.Configuration()) {
    settings = configuration.loading
  }

  /// What a track stands for, by its bytes; `nil` where it is no list.
  ///
  /// Opens the track, and reads its first bytes, of a list all. Entries that are lists themselves are
  /// left as they are.
  ///
  /// - Throws: why the track can't be opened, or the list not be read;
  ///   ``PlayerError/Code/interrupted`` where the task is cancelled.
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
    if Task.isCancelled { throw PlayerError(.interrupted, "The look-up was cancelled.") }
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

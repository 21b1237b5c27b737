import PlayerKit

extension FakeEngine {
  /// One call of a method of ``FakeEngine``, as a test can compare it.
  public enum Command: Sendable, Hashable {
    /// `load(_:)`; the source by its ``PlayerKit/MediaSource/fakeName``.
    case load(LoadID, source: String, position: Duration, isPlaying: Bool)
    /// `setNext(_:after:)` with a load.
    case setNext(LoadID, source: String, position: Duration, after: LoadID)
    /// `setNext(nil, after:)`.
    case removeNext(after: LoadID)
    /// `playNext(_:after:isPlaying:)`.
    case playNext(LoadID, after: LoadID, isPlaying: Bool)
    /// `setPlaying(_:load:)`.
    case setPlaying(Bool, LoadID)
    /// `seek(to:id:load:)`.
    case seek(Duration, SeekID, LoadID)
    /// `unload(_:)`.
    case unload(LoadID)
    /// `setOutput(_:)`.
    case setOutput(OutputSettings)
    /// `close()`.
    case close
  }
}

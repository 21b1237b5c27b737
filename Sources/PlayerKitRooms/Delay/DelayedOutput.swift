import PlayerKit

/// Where an engine's sound goes. It is heard later than the engine plays it.
///
/// Threads: every method may be called on any thread, never blocks, and takes effect in the order of
/// the calls.
public protocol DelayedOutput: AnyObject, Sendable {
  /// From when the engine says that it plays a sample to when it is heard, once it has filled what is
  /// on the way. Constant.
  var delay: Duration { get }

  /// From ``open()``, were it called now, to when the first sample is heard.
  var startDelay: Duration { get }

  /// Lets nothing more be heard of what the engine has played, and of what it plays from now on.
  func cut()

  /// Lets be heard what the engine plays from now on. The engine is paused at this moment, and told
  /// to play after it.
  func open()

  /// Says whether the output can take sound: at once, and with each change, on any thread.
  func onAvailability(_ body: @escaping @Sendable (Bool) -> Void)
}

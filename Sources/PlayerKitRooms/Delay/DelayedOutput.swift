import PlayerKit

/// The output of an engine. Its sound is audible later than the engine plays it.
///
/// Threads: every method may be called on any thread, never blocks, and takes effect in the order
/// of the calls.
public protocol DelayedOutput: AnyObject, Sendable {
  /// The time from when the engine reports that it plays a sample until the sample is audible, with
  /// full buffers. Constant.
  var delay: Duration { get }

  /// The time from a call of ``open()`` now until the first sample is audible.
  var startDelay: Duration { get }

  /// Discards the sound that the engine has played so far and plays until ``open()``.
  func cut()

  /// Plays the sound of the engine from now on. The engine is paused at this moment, and starts
  /// after it.
  func open()

  /// Reports whether the output accepts sound: immediately, and after each change, on any thread.
  func onAvailability(_ body: @escaping @Sendable (Bool) -> Void)
}

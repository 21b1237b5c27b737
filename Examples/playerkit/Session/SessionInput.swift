import PlayerKit
import PlayerKitScrobbling
import PlayerKitServices

/// The inputs of a session, in one sequence.
enum SessionInput: Sendable {
  /// The queue has changed.
  case event(QueuePlayerEvent)
  /// The playback position has changed.
  case position(PlaybackPosition)
  /// A line of standard input.
  case line(String)
  /// No further line follows until this is called, so that lines are not read faster than they are
  /// reported.
  case checkpoint(proceed: @Sendable () -> Void)
  /// All events before the end are reported.
  case toldAll
  /// A key of the terminal.
  case key(Key)
  /// The items for a command were found.
  case found([QueueItem], for: Instruction, line: String)
  /// Standard input has ended.
  case inputEnded
  /// The terminal has another width, or the process is in the foreground again.
  case terminalChanged
  /// A signal asks the process to end.
  case interrupted(ExitStatus)
  /// A service counts a play.
  case scrobbled(Listen, by: String)
  /// The engine has a message for the user.
  case notice(String)
}

/// The stream that collects the inputs of a session.
struct SessionInputs: Sendable {
  let stream: AsyncStream<SessionInput>
  let continuation: AsyncStream<SessionInput>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  func send(_ input: SessionInput) {
    continuation.yield(input)
  }

  /// Waits until a signal asks the process to end.
  func interruption() async {
    for await input in stream {
      if case .interrupted = input { return }
    }
  }
}

/// Forwards the events of a queue.
final class QueueListener: QueuePlayerObserver, Sendable {
  private let inputs: SessionInputs

  init(inputs: SessionInputs) {
    self.inputs = inputs
  }

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    inputs.send(.event(event))
  }

  func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {
    inputs.send(.position(position))
  }
}

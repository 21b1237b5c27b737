import PlayerKit
import PlayerKitScrobbling

/// Everything that can happen to a session, in one line.
enum SessionInput: Sendable {
  /// The queue tells of a change.
  case event(QueuePlayerEvent)
  /// The queue tells where it is.
  case position(PlaybackPosition)
  /// A line of standard input.
  case line(String)
  /// No further line comes before this is called: so no more is read than is told of.
  case checkpoint(proceed: @Sendable () -> Void)
  /// All that happened up to the end has been told.
  case toldAll
  /// A key of the terminal.
  case key(Key)
  /// The item of a command was looked up.
  case found([QueueItem], for: Instruction, line: String)
  /// Nothing further comes from standard input.
  case inputEnded
  /// The terminal has another width, or the process is in the foreground again.
  case terminalChanged
  /// A signal asks the process to end.
  case interrupted(ExitStatus)
  /// A service counts a play.
  case scrobbled(Listen, by: String)
  /// The engine has something to say to the user.
  case notice(String)
}

/// Where the inputs of a session come together.
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

/// Passes on what a queue tells.
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

import ArgumentParser
import PlayerKit
import PlayerKitServices

/// Runs one queue: handles inputs one at a time, and reports to the reporter.
@MainActor
final class Session {
  private enum Ending {
    /// A command ended the session.
    case quit
    /// Standard input has ended, and nothing plays or could continue.
    case idle
  }

  /// The progress of a `stop` command, which ends playback but not the session.
  private enum Stop {
    case commanded, told
  }

  /// Whether to continue after the end of the queue or the input, because a remote control may go
  /// on.
  var keepsOn = false

  private let queue: QueuePlayer
  private let reporter: any Reporter
  private let items: ItemReader
  private let inputs: SessionInputs
  /// Whether a remote control can resume playback.
  private let isSteered: Bool
  /// Lines that wait while the item of an earlier line is looked up, so that commands take effect
  /// in order.
  private var waiting: [String] = []
  private var search: Task<Void, Never>?
  private var notices: Set<String> = []
  private var hasPlayed = false
  private var hasInputEnded = false
  private var isEndReported = false
  private var stop: Stop?
  /// The way the session ends, as soon as all earlier inputs are reported.
  private var ending: Ending?

  init(
    queue: QueuePlayer,
    items: ItemReader,
    reporter: any Reporter,
    inputs: SessionInputs,
    isSteered: Bool = false
  ) {
    self.isSteered = isSteered
    self.queue = queue
    self.items = items
    self.reporter = reporter
    self.inputs = inputs
  }

  /// Handles inputs until the end.
  func run() async -> ExitStatus {
    defer { search?.cancel() }
    for await input in inputs.stream {
      if let status = handle(input) { return status }
      if reporter.isBroken, !keepsOn { return .success }
      reporter.refresh(queue.status)
      if hasInputEnded, !keepsOn, ending == nil, isIdle { end(with: .idle) }
    }
    return .success
  }

  /// Reports what came after the end: plays that services have counted. No more inputs are
  /// accepted.
  func tellRest() async {
    inputs.continuation.finish()
    for await input in inputs.stream {
      switch input {
      case .scrobbled(let listen, let service): reporter.scrobbled(listen, by: service)
      case .notice(let text): if notices.insert(text).inserted { reporter.notice(text) }
      case .event, .position, .line, .checkpoint, .found, .key, .inputEnded, .toldAll,
        .terminalChanged, .interrupted:
        break
      }
    }
  }

  private func handle(_ input: SessionInput) -> ExitStatus? {
    switch input {
    case .event(let event): return receive(event)
    case .position(let position): reporter.position(position)
    case .line(let line): executeInTurn(line)
    case .checkpoint(let proceed): whenTold(proceed)
    case .found(let items, let instruction, let line): found(items, for: instruction, line)
    case .key(let key): execute(key)
    case .inputEnded: hasInputEnded = true
    case .toldAll: return finish()
    case .terminalChanged: reporter.terminalChanged()
    case .scrobbled(let listen, let service): reporter.scrobbled(listen, by: service)
    case .notice(let text): if notices.insert(text).inserted { reporter.notice(text) }
    case .interrupted(let status):
      reportEnd(.stopped)
      return status
    }
    return nil
  }

  // MARK: - The queue's events

  private func receive(_ event: QueuePlayerEvent) -> ExitStatus? {
    reporter.event(event)
    if event.status.playback.isPlaying { hasPlayed = true }
    if event.status.endReason == nil { isEndReported = false }
    if case .ended(let reason) = event.change { return ended(reason) }
    return nil
  }

  private func ended(_ reason: QueueEndReason) -> ExitStatus? {
    if keepsOn {
      reportEnd(.queue(reason))
      return nil
    }
    switch reason {
    case .cleared:
      // More items may be added as long as commands can come.
      reportEnd(.queue(reason))
      return nil
    case .stopped where stop == .commanded || isSteered:
      stop = .told
      reportEnd(.queue(reason))
      return nil
    case .finished, .stopped, .takenOver:
      reportEnd(.queue(reason))
      return hasPlayed ? .success : .failure
    case .failed:
      reportEnd(.queue(reason))
      return .failure
    }
  }

  private func reportEnd(_ end: SessionEnd) {
    guard !isEndReported else { return }
    isEndReported = true
    reporter.ended(end)
  }

  // MARK: - Commands

  private func executeInTurn(_ line: String) {
    // `quit` need not wait for the response of a service.
    guard search != nil, line != "quit" else { return execute(line) }
    waiting.append(line)
  }

  private func execute(_ line: String) {
    guard ending == nil else { return }
    do throws(Rejection) {
      let instruction = try Instruction(line: line)
      if instruction == .quit { return end(with: .quit) }
      // If nothing is loaded, nothing stops and no event follows.
      if instruction == .stop, queue.playback.endReason == nil { stop = .commanded }
      guard let item = instruction.item else { return try instruction.apply(to: queue) }
      if let found = items.itemsAtOnce(for: item) {
        try instruction.apply(to: queue, with: found)
      } else {
        search = Task { [items, inputs] in
          inputs.send(.found(await items.items(for: item), for: instruction, line: line))
        }
      }
    } catch {
      reporter.rejected(line, message: error.message)
    }
  }

  private func found(_ items: [QueueItem], for instruction: Instruction, _ line: String) {
    search = nil
    do throws(Rejection) {
      if ending == nil { try instruction.apply(to: queue, with: items) }
    } catch {
      reporter.rejected(line, message: error.message)
    }
    let lines = waiting
    waiting = []
    for (place, line) in lines.enumerated() {
      guard search == nil else {
        waiting += lines[place...]
        return
      }
      execute(line)
    }
  }

  private func execute(_ key: Key) {
    guard ending == nil else { return }
    if key == .quit { return end(with: .quit) }
    key.apply(to: queue)
  }

  // MARK: - The end

  /// Whether nothing plays, and nothing can change that. An unreported end is handled by its event.
  private var isIdle: Bool {
    guard search == nil, !isSteered else { return false }
    let status = queue.status
    switch status.endReason {
    case .stopped: return stop == .told
    case .finished, .failed, .takenOver: return false
    case .cleared, nil:
      return !status.playback.wantsToPlay || status.playback.state == .initial
    }
  }

  /// Ends the session when all earlier inputs are reported.
  private func end(with ending: Ending) {
    self.ending = ending
    whenTold { [inputs] in inputs.send(.toldAll) }
  }

  private func whenTold(_ body: @escaping @Sendable () -> Void) {
    Task { [events = queue.events] in
      await events.delivered()
      body()
    }
  }

  private func finish() -> ExitStatus {
    switch ending {
    case .quit: reportEnd(.quit)
    case .idle, nil: reportEnd(.stopped)
    }
    return .success
  }
}

/// The exit status of the process.
enum ExitStatus: Int32 {
  /// The queue was played, or a command ended it.
  case success = 0
  /// Nothing could be played, or an error ended playback.
  case failure = 1
  /// The command line is invalid.
  case usage = 2
  /// A signal interrupted it.
  case interrupted = 130

  /// Converts the argument parser's exit code.
  init(parser code: Int32) {
    switch code {
    case ArgumentParser.ExitCode.validationFailure.rawValue: self = .usage
    default: self = ExitStatus(rawValue: code) ?? .failure
    }
  }
}

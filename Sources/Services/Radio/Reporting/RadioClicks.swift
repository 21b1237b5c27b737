import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Reports played stations to the directory, each once. The directory is a third party, so use it
/// only if the user has agreed.
public final class RadioClicks: ListeningReporter {
  private static let most = 1_000

  private struct State {
    var told: Set<String> = []
    var work: [Task<Void, Never>] = []
  }

  private let client: RadioBrowserClient
  private let state = Locked(State())

  /// Not used here: a click counts when a station begins.
  public let rule = ScrobbleRule.lastFM

  /// Creates a reporter.
  public init(client: RadioBrowserClient) {
    self.client = client
  }

  /// Handles an event.
  public func receive(_ event: ListeningEvent) {
    guard case .began(let listening) = event, let track = listening.entry.track as? RadioTrack
    else { return }
    state.withLock { state in
      guard state.told.count < Self.most, state.told.insert(track.id).inserted else { return }
      state.work.append(Task { [client] in _ = try? await client.countClick(track.id) })
    }
  }

  /// Waits until all clicks are sent or have failed: at most half a minute each.
  public func finish() async {
    let work = state.withLock { state in
      defer { state.work = [] }
      return state.work
    }
    for task in work {
      await withTaskCancellationHandler {
        await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
}

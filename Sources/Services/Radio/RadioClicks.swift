import PlayerKitSystem
import PlayerKitServices
import PlayerKit

/// Tells the directory which stations are played, once each. It is told to a third party: use it where the
/// user has agreed.
public final class RadioClicks: ListeningReporter {
  private static let most = 1_000

  private struct State {
    var told: Set<String> = []
    var work: [Task<Void, Never>] = []
  }

  private let client: RadioBrowserClient
  private let state = Locked(State())

  /// Of no meaning here: a click counts when a station begins.
  public let rule = ScrobbleRule.lastFM

  /// Makes a reporter.
  public init(client: RadioBrowserClient) {
    self.client = client
  }

  /// Takes in an event.
  public func receive(_ event: ListeningEvent) {
    guard case .began(let listening) = event, let track = listening.entry.track as? RadioTrack
    else { return }
    state.withLock { state in
      guard state.told.count < Self.most, state.told.insert(track.id).inserted else { return }
      state.work.append(Task { [client] in _ = try? await client.countClick(track.id) })
    }
  }

  /// Waits until all is told, or could not be: half a minute at most for each.
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

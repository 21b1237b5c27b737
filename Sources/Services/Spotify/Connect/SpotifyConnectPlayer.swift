import PlayerKit

extension PlayerType {
  /// Plays full Spotify tracks on the user's own devices, for Premium subscribers.
  public static let spotifyConnect = PlayerType(rawValue: "spotifyConnect")
}

/// Plays full tracks on a Premium user's devices on which Spotify's own apps are open.
///
/// It is a remote control: the device produces the audio. Therefore a track starts with the delay
/// of a command, and positions come from the service. Others may use the same device: their pauses,
/// seeks, skips and volume changes are reported as remote. If another app plays a different track,
/// the load ends as taken over. The player accepts tracks that are ``SpotifyPlayable``, in full and
/// at normal speed.
///
/// A prepared and paused track does not occupy a device. A load fails with `notEntitled` if the
/// account is not Premium, with `noDevice` if no device accepts commands, and with `rateLimited` if
/// the app's quota is used up. A queue then tries the track's next player type.
public final class SpotifyConnectPlayer: Player {
  /// The state and the events.
  public let core: PlayerCore
  /// The account that plays.
  public let account: SpotifyConnectAccount

  /// Makes a player of an account. Several players may share an account.
  public init(account: SpotifyConnectAccount) {
    self.account = account
    core = PlayerCore(backend: ConnectBackend(account: account), clock: account.clock)
  }

  deinit {
    unload()
  }

  /// `spotifyConnect`.
  public var playerType: PlayerType { .spotifyConnect }
}

/// Forwards commands to the account.
private final class ConnectBackend: PlayerBackend {
  let capabilities: PlayerCapabilities = [.seek, .volume]
  private let account: SpotifyConnectAccount

  init(account: SpotifyConnectAccount) {
    self.account = account
  }

  func perform(_ command: PlaybackCommand, for sink: ReportSink) {
    switch command {
    case .open(let request, _): account.open(request, for: sink)
    case .setPlaying(let isPlaying, let load):
      account.perform { $0.setPlaying(isPlaying, load, now: $1) }
    case .seek(let position, let seek, let load):
      account.perform { $0.seek(to: position, seek, load, now: $1) }
    case .measure(let load): account.perform { $0.measure(load, now: $1) }
    case .release(let load): account.perform { $0.release(load, now: $1) }
    case .apply(let settings):
      let percent = Int((settings.volume * 100).rounded())
      account.perform { $0.setVolume(percent, isMuted: settings.isMuted, now: $1) }
    // Only sent to gapless backends.
    case .preload, .beginPreloaded, .cancelPreload: break
    }
  }
}

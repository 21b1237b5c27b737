import PlayerKit

extension PlayerType {
  /// Plays whole tracks of Spotify's on the user's own devices, for Premium accounts.
  public static let spotifyConnect = PlayerType(rawValue: "spotifyConnect")
}

/// Plays whole tracks on the devices of a Premium user, where Spotify's own apps are open.
///
/// It is a remote control: the sound is the device's. So a track follows another with the delay of a
/// command, positions are those that the service tells, and others use the same device: their pauses,
/// seeks, skips and volume are told as remote, and a track of somebody else's ends the load as taken over.
/// It plays tracks that are ``SpotifyPlayable``, as a whole and at their own speed.
///
/// A track that is prepared and paused takes no device. A load fails with `notEntitled` where the account
/// is not Premium, with `noDevice` where there is none that takes commands, and with `rateLimited` where
/// the app's quota is used up: a queue then tries the track's next player type.
public final class SpotifyConnectPlayer: Player {
  /// The state and the events.
  public let core: PlayerCore
  /// Whose playback it is.
  public let account: SpotifyConnectAccount

  /// Makes a player of an account, which it may share.
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

/// Hands commands on to the account.
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
    // Asked of backends that are gapless alone.
    case .preload, .beginPreloaded, .cancelPreload: break
    }
  }
}

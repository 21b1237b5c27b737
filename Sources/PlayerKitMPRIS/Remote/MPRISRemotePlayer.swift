import PlayerKit

/// Plays tracks in another program of the desktop, over MPRIS: full tracks for people who have a
/// service's own application. Its tracks are ``MPRISPlayable``, such as ``MPRISTrack``.
///
/// It has the program open a URI, follows it, and tells an end from a stop, a takeover, a stall and a quit:
///
/// | at the program | here |
/// |---|---|
/// | it stops within 2 s of the length, or where none is known | the end |
/// | it stops before | a pause, reason `remote`; `play()` opens the track again where it was left |
/// | it plays something else | ``PlayerKit/LoadEvent/takenOver(by:)``; it is not disturbed |
/// | its position stands for 3 s | buffering; for 30 s: a failure, `interrupted` |
/// | it quits, does not answer, or is not there | a failure, `noDevice` |
///
/// The program is not started. Its own volume is left alone until ``PlayerKit/Player/volume`` is changed.
/// Rate, clips and following without a gap are not possible. All methods may be called on any thread;
/// observers are called as with every player. When the player is let go, the program stops what it plays
/// for it.
public final class MPRISRemotePlayer: Player {
  /// The type of the tracks that it is for.
  public let playerType: PlayerType
  /// The state and the events.
  public let core: PlayerCore
  private let driver: MPRISRemoteDriver

  /// Makes a player of one program, on the bus of the user's session.
  ///
  /// - Parameters:
  ///   - program: The program's name on the bus, with or without `org.mpris.MediaPlayer2.`: `vlc`, `mpv`,
  ///     `spotify`.
  ///   - playerType: The type of the tracks that it is for. An app that commands several programs gives each a
  ///     type of its own.
  ///   - clock: The clock of all positions.
  public convenience init(
    program: String,
    playerType: PlayerType = .mprisRemote,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(program: program, playerType: playerType, on: .session, clock: clock)
  }

  init(
    program: String,
    playerType: PlayerType = .mprisRemote,
    on address: DBusAddress,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.playerType = playerType
    driver = MPRISRemoteDriver(program, playerType, address, clock)
    core = PlayerCore(backend: driver, clock: clock)
    driver.start()
  }

  deinit {
    unload()
    driver.close()
  }
}

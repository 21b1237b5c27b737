import PlayerKit

/// Plays tracks in another desktop program over MPRIS, for example full tracks in a service's own
/// app. Its tracks are ``MPRISPlayable``, such as ``MPRISTrack``.
///
/// The player makes the program open a URI, follows it, and distinguishes an end from a stop, a
/// takeover, a stall and a quit:
///
/// | in the program | here |
/// |---|---|
/// | stops within 2 s of the length, or has no known length | the end |
/// | stops earlier | a pause, reason `remote`; `play()` reopens the track at that position |
/// | plays something else | ``PlayerKit/LoadEvent/takenOver(by:)``; it is not disturbed |
/// | its position stands still for 3 s | buffering; after 30 s a failure, `interrupted` |
/// | quits, does not answer, or does not run | a failure, `noDevice` |
///
/// The player does not start the program. It leaves the program's volume alone until
/// `volume` changes. Rate, clips and gapless playback are not supported. All
/// methods may be called on any thread; observers are called as with every player. When the player
/// is released, the program stops playing its track.
public final class MPRISRemotePlayer: Player {
  /// The track type that the player is for.
  public let playerType: PlayerType
  /// The state and the events of the player.
  public let core: PlayerCore
  private let driver: MPRISRemoteDriver

  /// Makes a player for one program, on the bus of the user's session.
  ///
  /// - Parameters:
  ///   - program: The program's name on the bus, with or without `org.mpris.MediaPlayer2.`: `vlc`,
  ///     `mpv`, `spotify`.
  ///   - playerType: The track type that the player is for. An app that controls several programs
  ///     needs a separate type for each.
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

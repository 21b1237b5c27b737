/// A playback backend: an engine, a program, or a remote device.
///
/// Its owner commands it: the ``PlayerCore`` of a standalone ``Player``, or the queue that the
/// player was added to. The guide `Documentation/Guides/AddingAPlayer.md` shows how to write one.
public protocol PlayerBackend: AnyObject, Sendable {
  /// The backend's capabilities; it gets no other commands. Constant, and read once. The default is
  /// ``PlayerCapabilities/whole``.
  var capabilities: PlayerCapabilities { get }

  /// The group of backends that can play after each other without a gap. Constant. The default is
  /// `nil`, for none. It is read only if the backend is ``PlayerCapabilities/gapless``.
  var gaplessGroup: GaplessGroup? { get }

  /// The check for a lost network, if the media comes over a network. Constant. The default is
  /// `nil`, for none; an unreachable server is then a failure of its track.
  var network: (any NetworkChecking)? { get }

  /// Carries out a command. Called serially, never under a lock; must not block.
  ///
  /// - Parameter command: The command.
  /// - Parameter sink: Takes the reports that follow from the command, now or later.
  func perform(_ command: PlaybackCommand, for sink: ReportSink)
}

extension PlayerBackend {
  /// Plays whole tracks, one at a time.
  public var capabilities: PlayerCapabilities { .whole }

  /// No gapless playback.
  public var gaplessGroup: GaplessGroup? { nil }

  /// No network check.
  public var network: (any NetworkChecking)? { nil }
}

/// Identifies the backends that can play after each other without a gap.
public struct GaplessGroup: Hashable, Sendable {
  private let owner: ObjectIdentifier

  /// Creates the group of all backends that share `owner`, such as an engine. It must outlive them.
  public init(sharing owner: AnyObject) {
    self.owner = ObjectIdentifier(owner)
  }
}

/// Takes the reports of a ``PlayerBackend`` about its loads. It does not keep its owner alive.
public struct ReportSink: Sendable {
  private let receive: @Sendable (LoadEvent, LoadID) -> Void
  private let callInLine: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Creates a sink for testing a backend, or for a backend that forwards reports.
  ///
  /// - Parameters:
  ///   - receive: Gets every report, on the reporting thread.
  ///   - callInLine: Carries out ``inLine(_:)``. By default it calls at once; a backend that
  ///     forwards reports calls ``inLine(_:)`` of the sink that it was given.
  public init(
    _ receive: @escaping @Sendable (LoadEvent, LoadID) -> Void,
    callInLine: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    self.receive = receive
    self.callInLine = callInLine
  }

  /// Reports an event of a load. Call it without holding a lock. Reports of one load must not
  /// overlap. Has no effect after the end of the load, or if the load is unknown.
  public func report(_ report: LoadEvent, of load: LoadID) { receive(report, load) }

  /// Calls `body` in line with the commands: after all commands issued before, never while a
  /// command or another `body` runs, and under no lock.
  ///
  /// Use it to handle the events of a device, so that no report overlaps another or comes after the
  /// end of its load. It may call `body` before it returns, on this thread, or later on another
  /// one. `body` must not block. Has no effect if the owner of the sink is gone.
  public func inLine(_ body: @escaping @Sendable () -> Void) { callInLine(body) }
}

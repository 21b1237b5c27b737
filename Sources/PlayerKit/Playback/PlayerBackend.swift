/// What really plays: an engine, a program, or a device far away.
///
/// Whoever owns it commands it: the ``PlayerCore`` of a ``Player`` that is used by itself, or the
/// queue that the player was added to. The guide `Documentation/Guides/AddingAPlayer.md` shows how
/// to write one.
public protocol PlayerBackend: AnyObject, Sendable {
  /// What it can do; it gets no command for anything else. Constant, and asked once. Default:
  /// ``PlayerCapabilities/whole``.
  var capabilities: PlayerCapabilities { get }

  /// Those that it can follow without a gap, and that can follow it. Constant. Default: `nil`,
  /// nobody. Only a backend that is ``PlayerCapabilities/gapless`` is asked.
  var gaplessGroup: GaplessGroup? { get }

  /// Who knows whether the network is gone, if what it plays comes over one. Constant. Default:
  /// `nil`, nobody. Then a server that can't be reached is the failure of its track.
  var network: (any NetworkChecking)? { get }

  /// Carries out a command. Called serially, never under a lock; must not block.
  ///
  /// - Parameter sink: Takes what comes of the command, now or later.
  func perform(_ command: PlaybackCommand, for sink: ReportSink)
}

extension PlayerBackend {
  /// It plays whole tracks, one by one.
  public var capabilities: PlayerCapabilities { .whole }

  /// Nothing follows without a gap.
  public var gaplessGroup: GaplessGroup? { nil }

  /// Nobody knows.
  public var network: (any NetworkChecking)? { nil }
}

/// Names the backends that can follow each other without a gap.
public struct GaplessGroup: Hashable, Sendable {
  private let owner: ObjectIdentifier

  /// The group of all backends that share `owner`, such as an engine. It must outlive them.
  public init(sharing owner: AnyObject) {
    self.owner = ObjectIdentifier(owner)
  }
}

/// Takes what a ``PlayerBackend`` reports of its loads. It does not keep its owner alive.
public struct ReportSink: Sendable {
  private let receive: @Sendable (LoadEvent, LoadID) -> Void
  private let callInLine: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes a sink for the test of a backend, or for a backend that passes reports on.
  ///
  /// - Parameters:
  ///   - receive: Gets every report, on the thread that reports.
  ///   - callInLine: Carries out ``inLine(_:)``. By default it calls at once; a backend that passes
  ///     reports on calls ``inLine(_:)`` of the sink that it was given.
  public init(
    _ receive: @escaping @Sendable (LoadEvent, LoadID) -> Void,
    callInLine: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = { $0() }
  ) {
    self.receive = receive
    self.callInLine = callInLine
  }

  /// Reports what happened to a load. Call it under no lock of your own. Reports of one load have
  /// to come one after another. Has no effect after the load's end, or if the load is unknown.
  public func report(_ report: LoadEvent, of load: LoadID) { receive(report, load) }

  /// Calls `body` in turn with the commands: after those that were issued before, never while a
  /// command or another `body` runs, and under no lock.
  ///
  /// Handle the events of a device in it, so that no report overlaps another or comes after the end
  /// of its load. It may call `body` before it returns, on this thread, or later on another one.
  /// `body` must not block. Has no effect if the owner of the sink is gone.
  public func inLine(_ body: @escaping @Sendable () -> Void) { callInLine(body) }
}

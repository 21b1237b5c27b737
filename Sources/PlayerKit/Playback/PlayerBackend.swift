/// What really plays: an engine, a program, or a device far away.
///
/// Whoever owns it commands it: the ``PlayerCore`` of a ``Player`` that is used by itself, or the queue that the
/// player was added to. `Documentation/Guides/AddingAService.md` shows one.
public protocol PlayerBackend: AnyObject, Sendable {
  /// What it can do; it gets no command for anything else. Constant, and asked once. Default:
  /// ``PlayerCapabilities/whole``.
  var capabilities: PlayerCapabilities { get }

  /// Those that it can follow without a gap, and that can follow it. Constant. Default: `nil`, nobody. Only a backend
  /// that is ``PlayerCapabilities/gapless`` is asked.
  var gaplessGroup: GaplessGroup? { get }

  /// Who knows whether the network is gone, if what it plays comes over one. Constant. Default: `nil`, nobody. Then a
  /// server that can't be reached is the failure of its track.
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
  private let receive: @Sendable (LoadReport, LoadID) -> Void
  private let callInLine: @Sendable (@escaping @Sendable () -> Void) -> Void

  /// Makes a sink for the test of a backend. `receive` gets every report; it is called on the thread that reports.
  public init(_ receive: @escaping @Sendable (LoadReport, LoadID) -> Void) {
    self.init(receive, callInLine: { $0() })
  }

  package init(
    _ receive: @escaping @Sendable (LoadReport, LoadID) -> Void,
    callInLine: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void
  ) {
    self.receive = receive
    self.callInLine = callInLine
  }

  /// Tells what happened to a load. Reports of one load have to come serially. After the load's end, and of an
  /// unknown load: no effect.
  public func report(_ report: LoadReport, of load: LoadID) { receive(report, load) }

  /// Calls `body` in line with the commands: after all that were issued before, alone, and under no lock.
  package func inLine(_ body: @escaping @Sendable () -> Void) { callInLine(body) }
}

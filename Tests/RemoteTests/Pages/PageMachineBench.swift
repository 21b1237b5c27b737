import PlayerKit
import PlayerKitWebServer

@testable import PlayerKitPagePlayers

/// Feeds a page machine by hand: a page's messages carry the right ids and numbers by themselves.
struct PageMachineBench {
  typealias Action = PageStateMachine.Action

  static let credential = "abcdefghijklmnopqrstuvwxyz234567"
  static let song = PageItem.appleMusicSong("1440857781")

  var machine: PageStateMachine
  var now = MonotonicInstant(sinceOrigin: .zero)
  private var ids = LoadIDIssuer(issuer: 1)
  private var sequences: [Int: Int] = [:]
  private(set) var actions: [Action] = []
  /// All reports so far.
  private(set) var reports: [(LoadEvent, LoadID)] = []

  init(pageTimeout: Duration = .zero) {
    machine = PageStateMachine(
      PageStateMachine.Configuration(
        credential: Self.credential,
        server: "server",
        pageTimeout: pageTimeout,
        clickTimeout: .seconds(120)
      )
    )
  }

  static func page(_ id: Int) -> String { "page-of-connection-\(id)" }

  /// Runs an input, and returns what it led to.
  @discardableResult
  mutating func turn(_ body: (inout PageStateMachine, MonotonicInstant) -> Void) -> [Action] {
    body(&machine, now)
    actions = machine.takeActions()
    for case .report(let event, let load) in actions { reports.append((event, load)) }
    return actions
  }

  @discardableResult
  mutating func pass(_ time: Duration) -> [Action] {
    let end = now + time
    var all: [Action] = []
    while let next = machine.deadline, next <= end {
      now = max(now, next)
      all += turn { $0.timePassed(now: $1) }
      // Healthy pages answer.
      for case .send(let envelope, let id) in actions where envelope.command == .ping {
        guard !hanging.contains(id) else { continue }
        all += say(.pong(envelope.sequence), from: id)
      }
    }
    now = end
    return all
  }

  /// The connections that do not answer pings.
  var hanging: Set<Int> = []

  @discardableResult
  mutating func connect(
    _ id: Int,
    session: String? = nil,
    isActivated: Bool = true,
    isVisible: Bool = true,
    credential: String = credential,
    version: Int = 1
  ) -> [Action] {
    sequences[id] = 0
    let first = turn { $0.connected(id, now: $1) }
    let hello = PageHello(
      version: version,
      credential: credential,
      session: session ?? "session-of-page-\(id)",
      isActivated: isActivated,
      isVisible: isVisible,
      adapters: [.musicKit: .ready]
    )
    return first + say(.hello(hello), from: id)
  }

  @discardableResult
  mutating func say(_ body: PageMessage.Body, load: Int? = nil, from id: Int = 1) -> [Action] {
    let sequence = (sequences[id] ?? 0) + 1
    sequences[id] = sequence
    let message = PageMessage(
      page: Self.page(id),
      load: load ?? number,
      sequence: sequence,
      body: body
    )
    return turn { $0.received(message, from: id, now: $1) }
  }

  /// The number of the current load in its page.
  var number: Int { machine.load?.number ?? 0 }

  mutating func open(
    _ item: PageItem = song,
    at position: Duration = .zero,
    isPlaying: Bool = true
  ) -> LoadID {
    let id = ids.nextLoad()
    turn {
      $0.open(id, item, PageTrackInfo(), at: position, wantsToPlay: isPlaying, now: $1)
    }
    return id
  }

  mutating func nextSeek() -> SeekID { ids.nextSeek() }

  /// Opens an item that a healthy page plays.
  mutating func play(
    _ item: PageItem = song,
    duration: Duration? = .seconds(200),
    from id: Int = 1
  ) -> LoadID {
    let load = open(item)
    answerLoad(from: id)
    say(.ready(Self.media(duration)), from: id)
    say(.state(.playing, .zero, rate: 1, .command), from: id)
    return load
  }

  static func media(_ duration: Duration? = .seconds(200), at position: Duration = .zero)
    -> PageMedia
  {
    PageMedia(
      position: position,
      duration: duration,
      isSeekable: duration != nil,
      hasVideo: false
    )
  }

  mutating func answerLoad(from id: Int = 1) {
    if let sequence = machine.load?.acceptance?.answerTo { say(.done(sequence, nil), from: id) }
  }

  /// The commands of the last input to a page.
  func commands(to id: Int = 1) -> [PageCommand] {
    actions.compactMap { action in
      if case .send(let envelope, id) = action { envelope.command } else { nil }
    }
  }

  /// The last reports of a load that end it.
  func endings(of load: LoadID) -> [LoadEvent] {
    reports.filter { $0.1 == load && $0.0.isTerminal }.map(\.0)
  }

  func failure(of load: LoadID) -> PlayerError.Code? {
    guard case .failed(let error, _)? = endings(of: load).last else { return nil }
    return error.code
  }

  func events(of load: LoadID) -> [LoadEvent] { reports.filter { $0.1 == load }.map(\.0) }

  /// The sequence number of the last command to a page that matches.
  func sequence(of command: PageCommand, to id: Int = 1) -> Int? {
    actions.lazy.compactMap { action in
      if case .send(let envelope, id) = action, envelope.command == command {
        envelope.sequence
      } else {
        nil
      }
    }.last
  }
}

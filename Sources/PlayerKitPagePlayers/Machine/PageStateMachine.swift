import PlayerKit
import PlayerKitWebServer

/// The state machine of the player pages: their connections, the page that plays, the current load
/// and the silence that pages owe.
///
/// It is pure: one input at a time, after which ``takeActions()`` returns what to do. The page is
/// untrusted: each of its messages is checked against the page's document, a sequence number and
/// the current load.
struct PageStateMachine: Sendable {
  /// What to do, in order.
  enum Action: Sendable, Equatable {
    case send(PageEnvelope, to: Int)
    /// Close a connection. The machine has forgotten it.
    case close(Int, WebSocketClose)
    /// The page has sent the credential.
    case trust(Int)
    case report(LoadEvent, LoadID)
    /// The page asks for a token.
    case findToken(PageTokenKind, answerTo: Int, of: Int)
    /// The page asks to start the current item on its device.
    case start(PageItem, device: String, Duration, answerTo: Int, of: Int)
    case signedIn(token: String, storefront: String?)
    case signInFailed(PageSignInFailure)
  }

  struct Configuration: Sendable {
    var credential: String
    /// Identifies this run of the server.
    var server: String
    /// The time that a load waits for a first page.
    var pageTimeout: Duration
    /// The time that a load waits for a click.
    var clickTimeout: Duration
  }

  /// Silence that a page owes. The loads end when it has confirmed it.
  struct Silence: Sendable {
    let connection: Int
    let answerTo: Int
    let until: MonotonicInstant
    var endings: [(LoadEvent, LoadID)]
  }

  /// The place of a page that has gone, kept for its next document.
  struct Vacancy: Sendable {
    let session: String
    let until: MonotonicInstant
    let code: PlayerError.Code
  }

  let configuration: Configuration
  var connections: [Int: PageConnection] = [:]
  /// The connection of the page that plays.
  var player: Int?
  var vacancy: Vacancy?
  /// The connection that becomes the player when the old one is silent.
  var successor: Int?
  var load: PageLoad?
  /// The number of the last load that was sent to a page.
  var lastNumber = 0
  var silences: [Silence] = []
  var settings: [PagePlayerKind: OutputSettings] = [:]
  /// Whether the app waits for a sign-in to Apple Music.
  var wantsAppleMusicSignIn = false
  var actions: [Action] = []

  init(_ configuration: Configuration) {
    self.configuration = configuration
  }

  /// The next instant for ``timePassed(now:)``.
  var deadline: MonotonicInstant? {
    let pages = connections.values.flatMap { [$0.helloUntil, $0.nextPing, $0.ping?.until] }
    let others = [vacancy?.until] + silences.map { $0.until } + (load?.deadlines ?? [])
    return (pages + others).compactMap(\.self).min()
  }

  var status: PageStatus {
    let page = player.flatMap { connections[$0] }
    var status = PageStatus()
    status.pageCount = connections.values.count { $0.isWelcome }
    status.hasPlayer = page != nil
    status.isVisible = page?.isVisible ?? false
    status.needsClick = load?.suppression == .needsClick
    status.hasVideo = load?.hasVideo ?? false
    status.adapters = page?.adapters ?? [:]
    return status
  }

  /// Returns and forgets the actions of the last inputs, in order.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// Whether nothing is loaded, and no page owes silence.
  var isSilent: Bool { load == nil && silences.isEmpty }

  // MARK: - Parts

  /// Sends a command to a page, and returns its sequence number.
  @discardableResult
  mutating func send(_ command: PageCommand, load: Int = 0, to connection: Int) -> Int {
    guard var page = connections[connection] else { return 0 }
    page.sent += 1
    page.answers += PageRules.answersPerCommand
    connections[connection] = page
    let envelope = PageEnvelope(
      page: page.page,
      load: load,
      sequence: page.sent,
      command: command
    )
    actions.append(.send(envelope, to: connection))
    return page.sent
  }

  mutating func report(_ event: LoadEvent, _ load: PageLoad) {
    actions.append(.report(event, load.id))
  }
}

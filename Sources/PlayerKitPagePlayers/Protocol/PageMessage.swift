import Foundation
import PlayerKit
import PlayerKitSystem

/// A message from a page. The page runs the services' scripts, so all its content is untrusted.
struct PageMessage: Sendable, Equatable {
  /// The id of the page's document.
  var page: String
  /// The number of the load; 0 for none.
  var load: Int
  /// Increases with each message of a connection.
  var sequence: Int
  var body: Body

  enum Body: Sendable, Equatable {
    case hello(PageHello)
    case adapters([PagePlayerKind: PageStatus.Adapter])
    case status(isActivated: Bool, isVisible: Bool)
    case takeOver
    case goodbye
    case pong(Int)
    case done(Int, PageFailure?)
    case ready(PageMedia)
    case state(PageLoadState, Duration, rate: Double, PageCause)
    case position(answerTo: Int?, Duration, rate: Double)
    case duration(Duration?)
    case seeked(Int, Duration)
    case user(PageUse)
    case ended
    case failed(PageFailure)
    case takenOver(ForeignTrack?)
    case silent(Int)
    case token(PageTokenKind)
    case start(device: String, Duration)
    case signedIn(token: String, storefront: String?)
    case signInFailed(PageSignInFailure)
    /// A message of a later version.
    case unknown
  }
}

struct PageHello: Sendable, Equatable {
  var version: Int
  var credential: String
  var session: String
  var isActivated: Bool
  var isVisible: Bool
  var adapters: [PagePlayerKind: PageStatus.Adapter]
}

struct PageMedia: Sendable, Equatable {
  var position: Duration
  var duration: Duration?
  var isSeekable: Bool
  var hasVideo: Bool
}

enum PageLoadState: String, Sendable, Equatable {
  case playing, paused, buffering, ad, needsClick
}

/// The cause of a state in the page.
enum PageCause: String, Sendable, Equatable {
  case command, user, hidden, device
}

/// An action of the user with the controls of a service's player.
enum PageUse: Sendable, Equatable {
  case seek(Duration)
  case volume(Double)
  case mute(Bool)
  case next
  case previous
}

enum PageTokenKind: String, Sendable, Equatable {
  case appleDeveloper, appleUser, spotify
}

/// The reason why a sign-in in the page did not finish.
public enum PageSignInFailure: String, Error, Sendable, Hashable {
  /// The user declined.
  case declined
  /// The user closed the service's window.
  case closed
  /// The browser blocked the service's window. Allow pop-ups for the page.
  case blocked
  /// The user did not finish in time.
  case timeout
  /// The service refused, or its script failed.
  case failed
}

// MARK: - Reading

extension PageMessage {
  /// The message can't be read.
  struct Unreadable: Error {}

  /// The maximum size of a message in bytes.
  static let largest = 16 << 10
  private static let longestTime = 100 * 86_400.0

  init(json: Data) throws(Unreadable) {
    guard json.count <= Self.largest,
      let fields = try? JSONDecoder().decode(Fields.self, from: json),
      Self.isID(fields.page), (0...Int(Int32.max)).contains(fields.load ?? 0), fields.seq > 0
    else { throw Unreadable() }
    page = fields.page
    load = fields.load ?? 0
    sequence = fields.seq
    body = try fields.body()
  }

  static func isID(_ text: String) -> Bool {
    (16...64).contains(text.utf8.count)
      && text.utf8.allSatisfy {
        (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
          || $0 == 0x2D || $0 == 0x5F
      }
  }

  private struct AdapterFields: Decodable {
    var kind: String?
    var state: String?
  }

  /// All fields of all messages. Fields that a message does not need are ignored.
  private struct Fields: Decodable {
    var type: String
    var page: String
    var load: Int?
    var seq: Int
    var `protocol`: Int?
    var credential: String?
    var session: String?
    var activated: Bool?
    var visible: Bool?
    var adapters: [AdapterFields]?
    var re: Int?
    var ok: Bool?
    var code: String?
    var vendor: String?
    var position: Double?
    var duration: Double?
    var seekable: Bool?
    var video: Bool?
    var state: String?
    var rate: Double?
    var by: String?
    var action: String?
    var volume: Double?
    var muted: Bool?
    var title: String?
    var artist: String?
    var id: String?
    var kind: String?
    var device: String?
    var token: String?
    var storefront: String?

    func body() throws(Unreadable) -> Body {
      switch type {
      case "hello": return .hello(try hello())
      case "adapters": return .adapters(states)
      case "status":
        return .status(isActivated: activated ?? false, isVisible: visible ?? false)
      case "takeOver": return .takeOver
      case "goodbye": return .goodbye
      case "pong": return .pong(try required(re))
      case "done": return .done(try required(re), ok ?? true ? nil : failure)
      case "ready":
        let media = PageMedia(
          position: time(position) ?? .zero,
          duration: time(duration),
          isSeekable: seekable ?? false,
          hasVideo: video ?? false
        )
        return .ready(media)
      case "state":
        let state = try required(state.flatMap(PageLoadState.init))
        let cause = by.flatMap(PageCause.init) ?? .command
        return .state(state, try required(time(position)), rate: speed, cause)
      case "position":
        return .position(answerTo: re, try required(time(position)), rate: speed)
      case "duration": return .duration(time(duration))
      case "seeked": return .seeked(try required(re), try required(time(position)))
      case "user": return .user(try use())
      case "ended": return .ended
      case "failed": return .failed(failure)
      case "takenOver": return .takenOver(foreignTrack)
      case "silent": return .silent(try required(re))
      case "token": return .token(try required(kind.flatMap(PageTokenKind.init)))
      case "start":
        let device = try required(bounded(device, 128))
        guard PageMessage.isDevice(device) else { throw Unreadable() }
        return .start(device: device, time(position) ?? .zero)
      case "signedIn":
        let token = try required(bounded(token, 4_096))
        return .signedIn(token: token, storefront: bounded(storefront, 8))
      case "signInFailed":
        return .signInFailed(code.flatMap(PageSignInFailure.init) ?? .failed)
      default: return .unknown
      }
    }

    private func hello() throws(Unreadable) -> PageHello {
      let session = try required(session)
      guard PageMessage.isID(session) else { throw Unreadable() }
      return PageHello(
        version: try required(self.protocol),
        credential: try required(bounded(credential, 256)),
        session: session,
        isActivated: activated ?? false,
        isVisible: visible ?? false,
        adapters: states
      )
    }

    private var states: [PagePlayerKind: PageStatus.Adapter] {
      var states: [PagePlayerKind: PageStatus.Adapter] = [:]
      for adapter in (adapters ?? []).prefix(16) {
        guard let kind = adapter.kind.flatMap(PagePlayerKind.init) else { continue }
        states[kind] = adapter.state.flatMap(PageStatus.Adapter.init) ?? .failed
      }
      return states
    }

    private func use() throws(Unreadable) -> PageUse {
      switch action {
      case "seek": return .seek(try required(time(position)))
      case "volume": return .volume(min(max(try required(finite(volume)), 0), 1))
      case "mute": return .mute(try required(muted))
      case "next": return .next
      case "previous": return .previous
      default: throw Unreadable()
      }
    }

    private var failure: PageFailure {
      PageFailure(code: code.flatMap(PageFailure.Code.init) ?? .failed, vendor: plainVendor)
    }

    /// Vendors' codes are words and numbers. Anything else may be a text with a token in it.
    private var plainVendor: String? {
      bounded(vendor, 64).flatMap { text in
        text.utf8.allSatisfy {
          (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            || $0 == 0x5F || $0 == 0x2D
        } ? text : nil
      }
    }

    private var foreignTrack: ForeignTrack? {
      guard title != nil || id != nil else { return nil }
      let metadata = TrackMetadata(title: title?.cleaned, artist: artist?.cleaned)
      return ForeignTrack(id: bounded(id, 128), metadata: metadata)
    }

    private func required<Value>(_ value: Value?) throws(Unreadable) -> Value {
      guard let value else { throw Unreadable() }
      return value
    }

    private func bounded(_ text: String?, _ limit: Int) -> String? {
      text.flatMap { $0.isEmpty || $0.utf8.count > limit ? nil : $0 }
    }

    private func finite(_ number: Double?) -> Double? {
      number.flatMap { $0.isFinite ? $0 : nil }
    }

    private func time(_ seconds: Double?) -> Duration? {
      finite(seconds).map { .seconds(min(max($0, 0), PageMessage.longestTime)) }
    }

    private var speed: Double { min(max(finite(rate) ?? 1, 0), 16) }
  }

  private static func isDevice(_ text: String) -> Bool {
    text.utf8.allSatisfy {
      (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
    }
  }
}

import Foundation
import PlayerKitSystem
import PlayerKit

/// Shows a queue to the desktop by MPRIS, and takes its commands: media keys, panels, lock screens,
/// `playerctl`.
///
/// ```swift
/// let server = MPRISServer(
///   queue,
///   configuration: .init(name: "tuner", identity: "Tuner", desktopEntry: "org.example.Tuner"),
///   items: RemoteItemReader(services: services),
///   artwork: ArtworkLoader()
/// )
/// server.start()
/// ```
///
/// Playback never depends on it: where there is no bus, where it dies, or where the name is taken, the
/// music plays on. A bus that comes back is used again. It has a thread of its own, which nothing wakes while
/// nothing happens. All methods may be called on any thread, and return at once. When it is let go, it ends.
///
/// What the desktop hears follows the specification where that differs from the queue; see the guide
/// *Desktop*.
public final class MPRISServer: Sendable {
  /// How a player presents itself.
  public struct Configuration: Sendable {
    /// The last part of the name on the bus, behind `org.mpris.MediaPlayer2.`; what can't stand there
    /// becomes `_`.
    public var name: String
    /// The player's name for people.
    public var identity: String
    /// The name of the app's `.desktop` file, without its ending; `nil`: it has none.
    public var desktopEntry: String?
    /// The schemes of what others may have opened, such as `https`. The reader of items decides which of
    /// these addresses are. Where there is no reader: none.
    public var schemes: [String]
    /// The media types that can be played.
    public var mimeTypes: [String]
    /// Whether others may do more than look.
    public var allowsControl: Bool
    /// A folder, from the root, in which pictures are kept while they are shown; `nil`: only pictures at public
    /// addresses are. Made with the mode 0700; not used where others can look into it.
    public var pictures: String?
    /// The address of the bus, as D-Bus writes it; `nil`: that of the session.
    public var address: String?
    /// Brings the app to the front; `nil`: it can't. Called on a thread of the server.
    public var onRaise: (@Sendable () -> Void)?
    /// Ends the app; `nil`: others can't. Called on a thread of the server.
    public var onQuit: (@Sendable () -> Void)?

    /// Makes a configuration.
    public init(
      name: String,
      identity: String,
      desktopEntry: String? = nil,
      schemes: [String] = ["http", "https"],
      mimeTypes: [String] = Configuration.commonMimeTypes,
      allowsControl: Bool = true,
      pictures: String? = Configuration.runtimePictures(),
      address: String? = nil,
      onRaise: (@Sendable () -> Void)? = nil,
      onQuit: (@Sendable () -> Void)? = nil
    ) {
      self.name = name
      self.identity = identity
      self.desktopEntry = desktopEntry
      self.schemes = schemes
      self.mimeTypes = mimeTypes
      self.allowsControl = allowsControl
      self.pictures = pictures
      self.address = address
      self.onRaise = onRaise
      self.onQuit = onQuit
    }

    /// What the engine plays, and desktops know.
    public static let commonMimeTypes = [
      "audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/x-wav",
      "application/ogg", "application/vnd.apple.mpegurl",
    ]

    /// The folder `playerkit` of the user's session; `nil`: there is no session.
    public static func runtimePictures() -> String? {
      ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { $0 + "/playerkit" }
    }
  }

  /// How it stands to the bus.
  @nonexhaustive public enum Status: Sendable, Hashable {
    /// Not begun, or under way.
    case connecting
    /// The desktop sees it, by this name.
    case shown(name: String)
    /// There is no bus at the moment, or never, or no name is free; why, for people.
    case hidden(reason: String)
    /// Ended.
    case ended
  }

  private let connection: DBusConnection
  private let bridge: MPRISBridge
  private let queue: QueuePlayer
  private let artwork: MPRISArtwork?
  private let names: [String]
  private let now: Locked<Status>
  private let told: @Sendable (Status) -> Void

  /// Makes a server; ``start()`` begins it.
  ///
  /// - Parameters:
  ///   - queue: what is shown. The server holds it.
  ///   - items: makes entries of what others name; `nil`: nothing can be added or taken out.
  ///   - artwork: loads the pictures of what plays; `nil`: none are shown.
  ///   - clock: the queue's.
  ///   - told: each change of ``status``, on a thread of the server.
  public init(
    _ queue: QueuePlayer,
    configuration: Configuration,
    items: (any RemoteItemReading)? = nil,
    artwork: (any ArtworkLoading)? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    told: @escaping @Sendable (Status) -> Void = { _ in }
  ) {
    let status = Locked(Status.connecting)
    let link = Locked<(@Sendable (DBusLinkStatus) -> Void)?>(nil)
    let connection = DBusConnection(configuration.address.map { .at($0) } ?? .session) { status in
      link.withLock(\.self)?(status)
    }
    let pictures = artwork.map { MPRISArtwork($0, parent: configuration.pictures) }
    let bridge = MPRISBridge(
      queue: queue,
      items: items,
      artwork: pictures,
      app: configuration.app(canEdit: items != nil),
      clock: clock,
      emit: { [weak connection] in connection?.emit($0) },
      perform: { [weak connection] in connection?.perform($0) }
    )
    link.withLock { link in
      link = { [weak bridge] new in
        bridge?.linkChanged(new)
        let changed = status.withLock { $0.follow(new) }
        if let changed { told(changed) }
      }
    }
    (self.connection, self.bridge, self.queue, self.artwork) = (connection, bridge, queue, pictures)
    (now, self.told, names) = (status, told, configuration.names)
  }

  deinit { stop() }

  /// Appears on the bus, now or when there is one. Called again, or after ``stop()``: no effect.
  public func start() {
    queue.addSendableObserver(bridge, positionInterval: nil)
    connection.export(
      DBusObject(path: MPRIS.path, interfaces: MPRIS.interfaces, handler: bridge)
    )
    connection.own(names) { [now, told] name in
      let status = now.withLock { $0.follow(name: name) }
      if let status { told(status) }
    }
    connection.start()
  }

  /// Vanishes from the bus, for good. Called again: no effect.
  public func stop() {
    queue.removeObserver(bridge)
    connection.close()
    artwork?.close()
  }

  /// How it stands to the bus now.
  public var status: Status { now.withLock(\.self) }
}

extension MPRISServer.Status {
  /// - Returns: the new status, where it is another one.
  fileprivate mutating func follow(_ link: DBusLinkStatus) -> Self? {
    switch link {
    // The name comes next.
    case .connecting, .up: return nil
    case .down(let error): return become(.hidden(reason: error.message))
    case .closed: return become(.ended)
    }
  }

  fileprivate mutating func follow(name: String?) -> Self? {
    if let name { return become(.shown(name: name)) }
    // Gone with the bus. The loss is told already, or comes next.
    guard case .connecting = self else { return nil }
    return become(.hidden(reason: "All names are taken."))
  }

  private mutating func become(_ new: Self) -> Self? {
    guard new != self, self != .ended else { return nil }
    self = new
    return new
  }
}

extension MPRISServer.Configuration {
  /// The first free one is taken: several apps of one kind may run.
  fileprivate var names: [String] {
    let name = MPRIS.root + "." + plainName
    let instance = name + ".instance" + String(ProcessInfo.processInfo.processIdentifier)
    // Apps in containers may have one number.
    return [name, instance] + (2...9).map { instance + "_" + String($0) }
  }

  private var plainName: String {
    let plain = name.unicodeScalars.map { scalar in
      scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
        || scalar == "_" ? Character(scalar) : "_"
    }
    let text = String(plain.prefix(100))
    return text.first?.isNumber ?? true ? "_" + text : text
  }

  fileprivate func app(canEdit: Bool) -> MPRISBridge.App {
    let schemes = canEdit ? schemes.map { $0.lowercased() } : []
    let permissions = MPRISStateMachine.Permissions(
      control: allowsControl,
      raise: onRaise != nil,
      quit: onQuit != nil,
      schemes: schemes
    )
    return MPRISBridge.App(
      root: [
        "CanQuit": .bool(permissions.quit), "CanRaise": .bool(permissions.raise),
        "HasTrackList": .bool(true), "Identity": .string(identity.isEmpty ? name : identity),
        "DesktopEntry": .string(desktopEntry ?? ""),
        "SupportedUriSchemes": .strings(permissions.edit ? schemes : []),
        "SupportedMimeTypes": .strings(mimeTypes),
      ],
      permissions: permissions,
      raise: onRaise ?? {},
      quit: onQuit ?? {}
    )
  }
}

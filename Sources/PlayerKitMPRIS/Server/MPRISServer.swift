import Foundation
import PlayerKit
import PlayerKitSystem

/// Shows a queue on the desktop over MPRIS and accepts its commands: from media keys, panels, lock
/// screens and `playerctl`.
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
/// Playback never depends on the server. If there is no bus, the bus dies, or the name is taken,
/// playback continues. The server reconnects when the bus returns. It has its own thread, which
/// sleeps while nothing happens. All methods may be called on any thread and return immediately.
/// The server stops when it is released.
///
/// If the specification and the queue differ, the desktop receives values that follow the
/// specification. See the guide *Desktop*.
public final class MPRISServer: Sendable {
  /// The configuration of a server.
  public struct Configuration: Sendable {
    /// The last part of the name on the bus, after `org.mpris.MediaPlayer2.`. Invalid characters
    /// become `_`.
    public var name: String
    /// The player's name to display.
    public var identity: String
    /// The name of the app's `.desktop` file, without its extension. `nil` if there is none.
    public var desktopEntry: String?
    /// The schemes of addresses that others may open, such as `https`. The item reader decides
    /// which of these addresses are accepted. Without a reader there are none.
    public var schemes: [String]
    /// The supported media types.
    public var mimeTypes: [String]
    /// Whether others may control playback. Otherwise they can only observe it.
    public var allowsControl: Bool
    /// The absolute path of a folder for pictures while they are displayed. `nil` to use only
    /// pictures at public URLs. Created with mode 0700; not used if others have access to it.
    public var pictures: String?
    /// The D-Bus address of the bus. `nil` for the bus of the session.
    public var address: String?
    /// Brings the app to the front. `nil` if unsupported. Called on a thread of the
    /// server.
    public var onRaise: (@Sendable () -> Void)?
    /// Quits the app. `nil` if others can't do that. Called on a thread of the server.
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

    /// The media types that the engine plays and desktops know.
    public static let commonMimeTypes = [
      "audio/aac", "audio/flac", "audio/mp4", "audio/mpeg", "audio/ogg", "audio/x-wav",
      "application/ogg", "application/vnd.apple.mpegurl",
    ]

    /// Returns the path of the folder `playerkit` of the user's session. `nil` if there is no
    /// session.
    public static func runtimePictures() -> String? {
      ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"].map { $0 + "/playerkit" }
    }
  }

  /// The status of the server on the bus.
  @nonexhaustive public enum Status: Sendable, Hashable {
    /// Not started, or connecting.
    case connecting
    /// Visible to the desktop, with this name.
    case shown(name: String)
    /// Currently there is no bus or no free name. The reason is a text for people.
    case hidden(reason: String)
    /// Stopped.
    case ended
  }

  private let connection: DBusConnection
  private let bridge: MPRISBridge
  private let queue: QueuePlayer
  private let artwork: MPRISArtwork?
  private let names: [String]
  private let now: Locked<Status>
  private let onChange: @Sendable (Status) -> Void

  /// Makes a server. Call ``start()`` to start it.
  ///
  /// - Parameters:
  ///   - configuration: The settings.
  ///   - queue: The queue to show. The server retains it.
  ///   - items: Makes entries from addresses. `nil` if entries can't be added or removed.
  ///   - artwork: Loads artwork. `nil` to show none.
  ///   - clock: The queue's clock.
  ///   - onChange: Called on each change of ``status``, on a thread of the server.
  public init(
    _ queue: QueuePlayer,
    configuration: Configuration,
    items: (any RemoteItemReading)? = nil,
    artwork: (any ArtworkLoading)? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    onChange: @escaping @Sendable (Status) -> Void = { _ in }
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
        if let changed { onChange(changed) }
      }
    }
    (self.connection, self.bridge, self.queue, self.artwork) = (connection, bridge, queue, pictures)
    (now, self.onChange, names) = (status, onChange, configuration.names)
  }

  deinit { stop() }

  /// Appears on the bus, now or when there is one. Has no effect if called again or after
  /// ``stop()``.
  public func start() {
    queue.addSendableObserver(bridge, positionInterval: nil)
    connection.export(
      DBusObject(path: MPRIS.path, interfaces: MPRIS.interfaces, handler: bridge)
    )
    connection.own(names) { [now, onChange] name in
      let status = now.withLock { $0.follow(name: name) }
      if let status { onChange(status) }
    }
    connection.start()
  }

  /// Disappears from the bus for good. Calling it again has no effect.
  public func stop() {
    queue.removeObserver(bridge)
    connection.close()
    artwork?.close()
  }

  /// The current status on the bus.
  public var status: Status { now.withLock(\.self) }
}

extension MPRISServer.Status {
  /// - Returns: The new status, if it has changed.
  fileprivate mutating func follow(_ link: DBusLinkStatus) -> Self? {
    switch link {
    // The name is reported next.
    case .connecting, .up: return nil
    case .down(let error): return become(.hidden(reason: error.message))
    case .closed: return become(.ended)
    }
  }

  fileprivate mutating func follow(name: String?) -> Self? {
    if let name { return become(.shown(name: name)) }
    // The name was lost with the bus. That loss is reported separately.
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
  /// The names to try in order, since several instances of an app may run.
  fileprivate var names: [String] {
    let name = MPRIS.root + "." + plainName
    let instance = name + ".instance" + String(ProcessInfo.processInfo.processIdentifier)
    // Apps in containers may have the same process id.
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

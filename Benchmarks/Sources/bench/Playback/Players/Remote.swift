import PlayerKit
import PlayerKitMedia
import PlayerKitRemote
import PlayerKitServices

#if canImport(PlayerKitMPRIS)
  import PlayerKitMPRIS
#endif

/// A remote control of a queue.
struct Remote {
  /// The address of the server, or `nil` for the session bus.
  let address: String?
  let stop: () -> Void

  /// Returns `nil` if no remote control has this name.
  init?(_ name: String, of queue: QueuePlayer) throws {
    let context = RemoteContext(queue: queue, services: MusicServices([]), artwork: ArtworkLoader())
    switch name {
    case "mpd":
      let server = MPDServer(context, configuration: .init(port: 0))
      address = try server.start().first
      stop = { server.stop() }
    case "mpris":
      #if canImport(PlayerKitMPRIS)
        let server = MPRISServer(
          queue,
          configuration: .init(name: "benchmark", identity: "Benchmark"),
          items: context.items,
          artwork: context.artwork
        ) { _ in }
        server.start()
        address = nil
        stop = { server.stop() }
      #else
        return nil
      #endif
    default: return nil
    }
  }
}

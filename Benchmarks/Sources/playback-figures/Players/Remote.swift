import MediaLoading
import PlayerKit
import PlayerKitRemote
import ServiceKit

#if canImport(PlayerKitMPRIS)
  import PlayerKitMPRIS
#endif

/// What steers the queue of a child from outside.
struct Remote {
  /// Where it is reached; `nil`: at the session bus.
  let address: String?
  let stop: () -> Void

  /// `nil` where a name means none.
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

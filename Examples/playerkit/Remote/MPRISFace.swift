#if canImport(PlayerKitMPRIS)
  import Foundation
  import PlayerKit
  import PlayerKitMPRIS
  import PlayerKitRemote

  /// The desktop: media keys, panels, `playerctl`.
  struct MPRISFace: RemoteFace {
    private let server: MPRISServer

    /// Begins it. Without a bus the music plays all the same.
    static let start: RemoteStart = { context, notice in
      let configuration = MPRISServer.Configuration(
        name: "playerkit",
        identity: "PlayerKit",
        // As a terminal would do it.
        onQuit: { kill(getpid(), SIGTERM) }
      )
      let server = MPRISServer(
        context.queue,
        configuration: configuration,
        items: context.items,
        artwork: context.artwork
      ) { status in
        if case .hidden(let reason) = status {
          notice("The desktop can't see what plays: \(reason)")
        }
      }
      server.start()
      return MPRISFace(server: server)
    }

    func close() async { server.stop() }
  }
#endif

#if canImport(PlayerKitMPRIS)
  import Foundation
  import PlayerKit
  import PlayerKitMPRIS
  import PlayerKitRemote

  /// Remote control from the desktop: media keys, panels, `playerctl`.
  struct MPRISFace: RemoteFace {
    private let server: MPRISServer

    /// Starts the server. Without a D-Bus session, the music plays anyway.
    static let start: RemoteStart = { context, notice in
      let configuration = MPRISServer.Configuration(
        name: "playerkit",
        identity: "PlayerKit",
        // The name of the desktop file that `make install` installs.
        desktopEntry: "playerkit",
        // Sends the same signal as a terminal would.
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

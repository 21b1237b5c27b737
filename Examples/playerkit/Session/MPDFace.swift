import Foundation
import Logging
import PlayerKit
import PlayerKitRemote
import PlayerKitSQLite
import PlayerKitSystem

/// An MPD server for the queue.
struct MPDFace: RemoteFace {
  private let server: MPDServer
  private let playlists: any PlaylistStore
  private let listensAt: [String]

  var addresses: (name: String, addresses: [String])? { ("mpd", listensAt) }

  /// - Parameter playlists: The file of the stored playlists, or `nil` for the user's default one.
  static func start(at address: ListenAddress, playlists: String?) -> RemoteStart {
    { context, _ throws(PlayerError) in
      let environment = ProcessEnvironment.variables
      let store = store(at: playlists, environment)
      var configuration = MPDServer.Configuration(
        address: address.address,
        port: address.port,
        password: environment["PLAYERKIT_MPD_PASSWORD"].flatMap { $0.isEmpty ? nil : $0 },
        playlists: store,
        registry: .known
      )
      configuration.logger = .commandLine(environment)
      let server = MPDServer(context, configuration: configuration)
      do throws(PlayerError) {
        return MPDFace(server: server, playlists: store, listensAt: try server.start())
      } catch  where error.code == .forbidden {
        let message = "--mpd: set PLAYERKIT_MPD_PASSWORD: other machines can reach this address."
        throw PlayerError(.forbidden, message)
      }
    }
  }

  func close() async {
    server.stop()
    await playlists.close()
  }

  private static func store(
    at path: String?,
    _ environment: [String: String]
  ) -> any PlaylistStore {
    guard let path = path ?? ownFile(environment) else { return MemoryPlaylistStore() }
    #if SQLite
      return SQLitePlaylistStore(path: path)
    #else
      return FilePlaylistStore(path: path)
    #endif
  }

  /// The user's default file, or `nil` if there is no folder for it.
  private static func ownFile(_ environment: [String: String]) -> String? {
    let home = environment["HOME"].map { $0 + "/.local/share" }
    guard let data = environment["XDG_DATA_HOME"].flatMap({ $0.isEmpty ? nil : $0 }) ?? home else {
      return nil
    }
    let folder = data + "/playerkit"
    PrivateFiles.makeFolder(folder)
    #if SQLite
      return folder + "/playlists.sqlite"
    #else
      return folder + "/playlists"
    #endif
  }
}

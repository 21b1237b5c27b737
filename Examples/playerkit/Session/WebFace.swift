import Foundation
import PlayerKit
import PlayerKitRemote

/// The web page that controls the queue.
enum WebFace {
  /// - Parameter names: Names that browsers may use for the server, in addition to its address.
  static func start(at address: ListenAddress, names: [String]) -> RemoteStart {
    #if Server
      { context, _ throws(PlayerError) in
        let token = ProcessEnvironment.variables["PLAYERKIT_WEB_TOKEN"]
        let configuration = WebServer.Configuration(
          address: address.address.isEmpty ? "0.0.0.0" : address.address,
          port: address.port,
          names: names,
          token: token.flatMap { $0.isEmpty ? nil : $0 }
        )
        do throws(WebServer.Failure) {
          return Face(server: try await WebServer.start(context, configuration: configuration))
        } catch {
          throw PlayerError(.outputFailed, text(error))
        }
      }
    #else
      { _, _ throws(PlayerError) in
        throw PlayerError(.outputFailed, "--web: this program was built without the trait Server.")
      }
    #endif
  }

  #if Server
    private struct Face: RemoteFace {
      let server: WebServer

      var addresses: (name: String, addresses: [String])? { ("web", server.links) }

      func close() async { await server.stop() }
    }

    private static func text(_ failure: WebServer.Failure) -> String {
      switch failure {
      case .invalidAddress: "--web: this is no address."
      case .weakToken:
        "PLAYERKIT_WEB_TOKEN: at least 26 letters, digits, “-” and “_” are needed."
      case .unavailable:
        "--web: the port is used by another program, or the address is not of this machine."
      }
    }
  #endif
}

import ArgumentParser
import PlayerKitRooms

/// Runs as the control script of a snapserver's stream.
struct SnapcastPluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapcast-plugin",
    abstract: "Pass a snapserver's requests to a running queue, as its control script.",
    discussion: """
      A snapserver runs it by a script that its settings name. The queue runs in \
      playerkit play --snapcast-plugin SOCKET.
      """
  )

  @Argument(help: "The socket that the queue listens on.")
  var socket: String

  @Argument(
    parsing: .captureForPassthrough,
    help: "Arguments that the server adds. They are ignored."
  )
  var rest: [String] = []

  func run() {
    SnapcastPluginRelay.run(socket: socket)
  }
}

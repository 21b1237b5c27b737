import ArgumentParser
import PlayerKitRooms

/// Runs as the control script of a snapserver's stream.
struct SnapcastPluginCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapcast-plugin",
    abstract: "Carry what a snapserver asks its control script to a running queue.",
    discussion: """
      A snapserver runs it, by a script that is named in its settings. The queue is that of \
      playerkit play --snapcast-plugin SOCKET.
      """
  )

  @Argument(help: "The socket that the queue listens on.")
  var socket: String

  @Argument(parsing: .captureForPassthrough, help: "What the server adds; not used.")
  var rest: [String] = []

  func run() {
    SnapcastPluginRelay.run(socket: socket)
  }
}

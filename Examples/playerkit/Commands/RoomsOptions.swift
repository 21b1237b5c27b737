import ArgumentParser
import PlayerKit
import PlayerKitRooms

/// Options for `--output snapcast:HOST`.
struct RoomsOptions: ParsableArguments {
  @Option(
    name: .customLong("snapcast-stream"),
    help: ArgumentHelp(
      "The stream to play into; PlayerKit, or else the first one that accepts audio.",
      valueName: "name"
    )
  )
  var stream: String?

  @Option(
    name: .customLong("snapcast-plugin"),
    help: ArgumentHelp(
      "Let Snapcast's apps show and control the queue through this socket; see snapcast-plugin.",
      valueName: "socket"
    )
  )
  var plugin: String?

  @Option(
    name: .customLong("snapcast-buffer"),
    help: ArgumentHelp(
      "The snapserver's buffer in milliseconds, as in its settings file.",
      valueName: "ms"
    ),
    transform: Self.milliseconds
  )
  var buffer = Duration.seconds(1)

  private static func milliseconds(_ text: String) throws -> Duration {
    guard let number = Int(text), (100...60_000).contains(number) else {
      throw ValidationError("a buffer is a whole number of milliseconds from 100 to 60000")
    }
    return .milliseconds(number)
  }
}

extension RoomsOptions {
  /// The plugin for the stream, if it was requested.
  var remotes: [RemoteStart] {
    guard let plugin else { return [] }
    return [
      { (context, _) async throws(PlayerError) -> any RemoteFace in
        do throws(SnapcastError) {
          return try SnapcastPlugin(context.queue, socket: plugin)
        } catch {
          throw PlayerError(.outputFailed, error.message, underlying: error)
        }
      }
    ]
  }
}

extension SnapcastPlugin: RemoteFace {}

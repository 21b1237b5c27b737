import ArgumentParser
import PlayerKitRooms

/// What `--output snapcast:HOST` has beside it.
struct RoomsOptions: ParsableArguments {
  @Option(
    name: .customLong("snapcast-stream"),
    help: ArgumentHelp(
      "The stream to feed; PlayerKit, or else the first that can be fed.",
      valueName: "name"
    )
  )
  var stream: String?

  @Option(
    name: .customLong("snapcast-buffer"),
    help: ArgumentHelp(
      "The snapserver's buffer, in milliseconds, as its file of settings has it.",
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

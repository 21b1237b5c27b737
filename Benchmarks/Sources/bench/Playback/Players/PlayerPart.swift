import Foundation
import PlayerKit
import PlayerKitMPV

/// A player in a process whose processor time and memory are measured from outside.
enum PlayerPart {
  /// Runs until the standard input ends. Prints a line when it is ready.
  ///
  ///     idle                                     an engine that does nothing
  ///     play SINK POSITIONS BUFFER EXTRA ITEM …  plays a queue:
  ///         SINK        "null" or a device
  ///         POSITIONS   "none" or a frequency in Hz
  ///         BUFFER      milliseconds or "default"
  ///         EXTRA       "plain"; "inspect"; or a remote control:
  ///                     "mpd", which prints its address, or "mpris"
  static func run(_ arguments: [String]) async throws {
    guard arguments.count > 5, arguments[0] == "play" else {
      let engine = try MPVEngine(configuration: .init(output: .null))
      // A queue, so that this process loads the same libraries as a player.
      let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
      ready()
      return withExtendedLifetime(queue) {}
    }
    let output = arguments[1] == "null" ? MPVEngine.Output.null : .device(arguments[1])
    let buffer = Int(arguments[3]).map { Duration.milliseconds($0) }
    let player = try OurPlayer(output, buffer: buffer, inspects: arguments[4] == "inspect")
    let positions = Positions()
    if let frequency = Double(arguments[2]) {
      player.queue.addSendableObserver(positions, positionInterval: .seconds(1 / frequency))
    }
    try player.play(Array(arguments[5...]))
    if arguments[4] == "inspect", !player.awaitFindings() {
      return Console.write("nothing was found")
    }
    let remote = try Remote(arguments[4], of: player.queue)
    ready(remote?.address)
    await player.close()
    remote?.stop()
  }

  private static func ready(_ address: String? = nil) {
    Console.write(["ready", address].compactMap(\.self).joined(separator: " "))
    var byte: UInt8 = 0
    while read(STDIN_FILENO, &byte, 1) == 1 {}
  }

  private final class Positions: QueuePlayerObserver, Sendable {
    func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {}
  }

  /// Starts a process. Returns `nil` if it does not become ready.
  static func start(_ arguments: [String]) throws -> Tool? {
    let tool = try Tool.part(.player, arguments)
    return tool.readLine() == "ready" ? tool : nil
  }

  /// Starts a process with silent output and a remote control. Returns its address as well, if
  /// there is one.
  static func controlled(by remote: String, _ items: [String]) throws -> (Tool, address: String?)? {
    let tool = try Tool.part(.player, ["play", "null", "1", "default", remote] + items)
    guard let words = tool.readLine()?.split(separator: " "), words.first == "ready" else {
      return nil
    }
    return (tool, words.dropFirst().first.map(String.init))
  }

  /// Starts a process that plays.
  static func play(
    _ items: [String],
    sink: String = "null",
    positions: Int? = nil,
    buffer: Int? = nil,
    inspects: Bool = false
  ) throws -> Tool? {
    try start(
      [
        "play", sink, positions.map(String.init) ?? "none",
        buffer.map(String.init) ?? "default", inspects ? "inspect" : "plain",
      ] + items
    )
  }
}

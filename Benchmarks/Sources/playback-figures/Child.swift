import BenchmarkKit
import Foundation
import PlayerKit
import PlayerKitMPV

/// This program once more, as a player whose processor time and memory are looked at from outside.
enum Child {
  /// What it does; it says a line when it does, and goes on until its input ends.
  ///
  ///     child idle                                   an engine that does nothing
  ///     child play SINK POSITIONS BUFFER LOOK ITEM … plays a queue: SINK "null" or a device,
  ///                                                  POSITIONS "none" or a frequency in Hz,
  ///                                                  BUFFER in ms, or "default",
  ///                                                  LOOK "inspect" or "plain"; or a remote
  ///                                                  control: "mpd" (says its port), "mpris"
  static func run(_ arguments: [String]) async throws {
    guard arguments.count > 5, arguments[0] == "play" else {
      let engine = try MPVEngine(configuration: .init(output: .null))
      // As much of the libraries as a player uses.
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

  /// Starts one; `nil` where it does not get ready.
  static func start(_ arguments: [String]) throws -> Tool? {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let tool = try Tool(path, ["child"] + arguments, readsOutput: true)
    return tool.readLine() == "ready" ? tool : nil
  }

  /// Starts one that plays into silence and can be steered; gives its address, too, where it has one.
  static func steered(by remote: String, _ items: [String]) throws -> (Tool, address: String?)? {
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let arguments = ["child", "play", "null", "1", "default", remote] + items
    let tool = try Tool(path, arguments, readsOutput: true)
    guard let words = tool.readLine()?.split(separator: " "), words.first == "ready" else {
      return nil
    }
    return (tool, words.dropFirst().first.map(String.init))
  }

  /// Starts one that plays.
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

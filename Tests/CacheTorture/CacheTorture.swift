import Foundation
import MediaLoading
import TestSupport

/// Kills processes that play from one cache, over and over, and sees what is left of it.
///
/// `CacheTorture kill FOLDER ROUNDS` kills; `CacheTorture play FOLDER PORT SEED` is who is killed;
/// `CacheTorture full FOLDER` plays where no file may grow.
@main
struct CacheTorture {
  static func main() async {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      switch (arguments.first, arguments.count) {
      case ("kill", 3):
        let killer = try Killer(folder: arguments[1], rounds: Int(arguments[2]) ?? 0)
        exit(try await killer.run() ? 0 : 1)
      case ("play", 4):
        guard let port = UInt16(arguments[2]) else { throw Unusable() }
        await Victim(folder: arguments[1], port: port, seed: UInt64(arguments[3]) ?? 0).run()
      case ("full", 2):
        try await FullDisk(folder: arguments[1]).run()
      default:
        say("usage: CacheTorture kill FOLDER ROUNDS")
        exit(2)
      }
    } catch {
      say("error: \(error)")
      exit(1)
    }
  }

  private struct Unusable: Error {}
}

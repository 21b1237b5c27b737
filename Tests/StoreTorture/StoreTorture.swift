import Foundation
import TestSupport

/// Kills a process that keeps a queue, over and over, and sees what is left of the queue.
///
/// `StoreTorture kill FILE ROUNDS` kills; `StoreTorture edit FILE SEED` is who is killed;
/// `StoreTorture full FILE` runs the contract's checks of a full disk on the file store;
/// `StoreTorture write FILE` writes one queue, as nobody, and tells what came of it.
@main
struct StoreTorture {
  static func main() async {
    #if SQLite
      await torture()
    #else
      say("built without SQLite")
    #endif
  }

  #if SQLite
    private static func torture() async {
      let arguments = Array(CommandLine.arguments.dropFirst())
      do {
        switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first) {
        case ("edit", let file?, let seed?):
          try await Victim(file: file, seed: UInt64(seed) ?? 0).run()
        case ("kill", let file?, let rounds?):
          let isClean = try await Killer(file: file, rounds: Int(rounds) ?? 0).run()
          exit(isClean ? 0 : 1)
        case ("full", let file?, nil):
          try await FullDisk(path: file).run()
        case ("write", let file?, nil):
          await Bystander(file: file).run()
        default:
          say("usage: StoreTorture kill FILE ROUNDS")
          exit(2)
        }
      } catch {
        say("error: \(error)")
        exit(1)
      }
    }
  #endif
}

/// Milliseconds on a clock that all processes share.
func uptime() -> Int {
  Int(ProcessInfo.processInfo.systemUptime * 1000)
}

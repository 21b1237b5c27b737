import Foundation
import TestSupport

/// Kills a process that tells services what is heard, over and over, and sees what they counted.
///
/// `OutboxTorture kill FOLDER ROUNDS` kills; `OutboxTorture listen FOLDER SEED PLACES` is who is killed, and
/// `OutboxTorture rest FOLDER 0 PLACES` tells what is left in the outbox.
@main
struct OutboxTorture {
  static func main() async {
    #if SQLite
      let arguments = Array(CommandLine.arguments.dropFirst())
      do {
        switch arguments.first {
        case "kill" where arguments.count == 3:
          let killer = Killer(folder: arguments[1], rounds: Int(arguments[2]) ?? 0)
          exit(try await killer.run() ? 0 : 1)
        case "listen" where arguments.count == 4:
          try await Victim(folder: arguments[1], seed: arguments[2], places: arguments[3]).listen()
        case "rest" where arguments.count == 4:
          try await Victim(folder: arguments[1], seed: arguments[2], places: arguments[3]).rest()
        default:
          say("usage: OutboxTorture kill FOLDER ROUNDS")
          exit(2)
        }
      } catch {
        say("error: \(error)")
        exit(1)
      }
    #else
      say("built without SQLite")
    #endif
  }
}

/// Where the services are, and what they want; as an argument.
struct Places: Codable {
  var lastFM: URL
  var key: String
  var secret: String
  var session: String
  var listenBrainz: URL
  var token: String
}

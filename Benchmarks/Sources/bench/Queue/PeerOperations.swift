import PlayerKit

/// The same operations in MPD with 100,000 entries, measured until MPD's client has the response.
enum PeerOperations {
  private static let count = 100_000

  static func measure() async throws {
    try await Scratch.use("queue") { try measure(in: $0) }
  }

  private static func measure(in folder: String) throws {
    guard let mpd = try MPDPeer(in: folder, .null) else {
      return Console.write("\nMPD is not installed: left out")
    }
    let table = Table(
      "\(count) entries beside MPD (its own protocol), ms",
      ["", "PlayerKit", "MPD"],
      nameWidth: 26
    )
    let ours = try ours()
    let theirs = measure(mpd)
    for name in theirs.names {
      table.row([name, ours[name].median.rounded(to: 4), theirs[name].median.rounded(to: 4)])
    }
  }

  private static func measure(_ mpd: MPDPeer) -> Timings {
    var timings = Timings(countsWaiting: true)
    let lines = (0..<count).map { "add \"http://127.0.0.1:9/\($0).mp3\"" }
    let list = "command_list_begin\n" + lines.joined(separator: "\n") + "\ncommand_list_end"
    // This takes minutes on a busy machine.
    timings.measure("add all", times: 1) { _ in mpd.command(list, seconds: 120) }
    let times = 200
    var place: Int { Int.random(in: 0..<count - times) }
    timings.measure("insert in the middle", times: times) { _ in
      mpd.command("addid \"http://127.0.0.1:9/x.mp3\" \(count / 2)")
    }
    timings.measure("move", times: times) { _ in mpd.command("move \(place) \(place)") }
    timings.measure("remove", times: times) { _ in mpd.command("delete \(place)") }
    timings.measure("shuffle on", times: 1) { _ in mpd.command("random 1") }
    return timings
  }

  private static func ours() throws -> Timings {
    var timings = Timings(countsWaiting: true)
    let queue = QueuePlayer()
    let tracks = InventedTracks.make(count)
    let more = InventedTracks.make(1, from: count)
    timings.measure("add all", times: 3) { _ in
      queue.removeAll()
      queue.append(tracks)
    }
    let times = 200
    var place: Int { Int.random(in: 0..<count - times) }
    try timings.measure("insert in the middle", times: times) { _ in
      try queue.insert(more, at: count / 2)
    }
    try timings.measure("move", times: times) { _ in
      try queue.move(queue.entries[place].id, to: place)
    }
    try timings.measure("remove", times: times) { _ in
      let index = place
      try queue.remove(at: index..<index + 1)
    }
    timings.measure("shuffle on", times: 1) { _ in queue.isShuffled = true }
    return timings
  }
}

import Foundation
import PlayerKit
import PlayerKitMPV

extension PlaybackBenchmark {
  /// Compares the time to first sound of a file and of a cached remote track, on one engine in
  /// turns.
  func measureSecondHearing() async throws {
    let cache = MediaCache(folder: path("cache"), limit: 1_000_000_000)
    let (pipe, meter) = try makePipe()
    let engine = try MPVEngine(configuration: .init(output: .pcm(path: pipe), cache: cache))
    let player = URLPlayer(engine: engine)
    server.reset(delay: 0)
    let item = freshItem(overHTTP: true)
    let first = try OurPlayer(.pcm(path: "/dev/null"), cache: cache)
    first.statuses.expect { $0.endReason == .finished }
    try first.queue.set([URLTrack(item: item)])
    first.queue.play()
    guard first.statuses.wait(seconds: 300) != nil else { throw POSIXError(.ETIMEDOUT) }
    await first.close()
    // With the delay, a request would show in the time.
    server.reset(delay: 100)
    var (fromFile, fromCache) = (Samples(), Samples())
    for round in 0...settings.rounds * 2 {
      for isFile in [true, false] {
        let track = URLTrack(item: isFile ? music.path(0) : item)
        let time = meter.levels.time(until: { !$0.isSilent }) { player.play(track) }
        player.unload()
        settle()
        guard round > 0, let time else { continue }
        if isFile { fromFile.add(time) } else { fromCache.add(time) }
      }
    }
    await engine.close()
    let table = Table("The first sound of a second hearing, ms", ["", "ms", "÷", "requests"])
    table.row(["a file", fromFile.median.rounded(to: 1), "1", "–"])
    let ratio = fromCache.median / fromFile.median
    table.row([
      "from the cache", fromCache.median.rounded(to: 1), ratio.rounded(to: 2),
      "\(server.requests.count)",
    ])
    verdict.check("second hearing ÷ file", ratio, bound: 1.1, unit: "", margin: 1.3)
    verdict.check(
      "requests of a second hearing",
      Double(server.requests.count),
      bound: 0,
      unit: "",
      margin: 1
    )
  }
}

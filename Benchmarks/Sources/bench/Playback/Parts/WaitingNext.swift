import Foundation
import PlayerKit

extension PlaybackBenchmark {
  /// Measures `next` to a track that was opened ten seconds earlier, and whose transfer the server
  /// has closed.
  func measureWaitingNext() async throws {
    guard let nginx = try NginxServer(serving: folder, scratch: folder) else {
      return Console.write("nginx is not installed: left out")
    }
    let rounds = max(settings.rounds / 2, 1)
    let names = music.paths.map { URL(fileURLWithPath: $0).lastPathComponent }
    let remote = (0..<rounds + 2).map { nginx.url(names[$0 % 2], $0) }
    let times = [
      ("files", try await waitingNext(items(rounds + 2, overHTTP: false), rounds)),
      ("nginx with send_timeout 2s", try await waitingNext(remote, rounds)),
    ]
    let table = Table(
      "From next, onto a track prepared \(Self.wait) s before, to its event, ms",
      ["", "median", "the slowest"]
    )
    for (name, samples) in times {
      table.row([name, samples.median.rounded(to: 1), samples.max.rounded(to: 1)])
    }
    verdict.check(
      "next, prepared \(Self.wait) s before, at nginx with send_timeout 2s",
      times[1].1.median,
      bound: 15,
      unit: " ms",
      margin: 2
    )
  }

  private static let wait = 10

  private func waitingNext(_ items: [String], _ rounds: Int) async throws -> Samples {
    let player = try OurPlayer(.null)
    try player.play(items)
    var samples = Samples()
    for round in 1...rounds {
      pause(Double(Self.wait) + 1)
      if let time = try player.time(untilPlaying: round, { $0.next() }) { samples.add(time) }
    }
    await player.close()
    return samples
  }
}

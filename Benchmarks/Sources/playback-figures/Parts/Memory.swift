import BenchmarkKit
import Foundation

extension Bench {
  /// Resident memory of a process that plays a queue of 100, over one whose engine is idle.
  func measureMemory() throws {
    let table = Table(
      "Resident memory, MB (medians over \(settings.seconds / 2) s)",
      ["", "RssAnon", "over idle", "RSS", "over idle"]
    )
    guard let idle = try Child.start(["idle"]) else { throw POSIXError(.ETIMEDOUT) }
    let items = items(100, overHTTP: false)
    var rows: [(String, Tool)] = [("PlayerKit, an idle engine", idle)]
    if let tool = try Child.play(items, positions: 1) {
      rows.append(("PlayerKit, a queue of 100 files, 1 Hz", tool))
    }
    server.reset(delay: 0)
    if let tool = try Child.play(self.items(100, overHTTP: true), positions: 1) {
      rows.append(("PlayerKit, a queue of 100 over http, 1 Hz", tool))
    }
    if let mpv = Tool.path(of: "mpv") {
      let tool = try Tool(mpv, MPVPeer.leanOptions + MPVPeer.options(.null) + items)
      rows.append(("mpv, lean, a playlist of 100 files", tool))
    }
    pause(5)
    var anonymous = rows.map { _ in Samples() }
    var whole = anonymous
    for _ in 0..<max(settings.seconds, 5) {
      pause(0.5)
      for (index, row) in rows.enumerated() {
        anonymous[index].add(row.1.figures.anonymousMemory)
        whole[index].add(row.1.figures.memory)
      }
    }
    for (index, row) in rows.enumerated() {
      table.row([
        row.0, anonymous[index].median.rounded(to: 1),
        (anonymous[index].median - anonymous[0].median).rounded(to: 1),
        whole[index].median.rounded(to: 1),
        (whole[index].median - whole[0].median).rounded(to: 1),
      ])
    }
    verdict.check(
      "anonymous memory of a queue of 100 over an idle engine",
      anonymous[1].median - anonymous[0].median,
      bound: 8,
      unit: " MB",
      margin: 1.1
    )
  }
}

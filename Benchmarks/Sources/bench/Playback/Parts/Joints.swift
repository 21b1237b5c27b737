import Foundation
import PlayerKit
import PlayerKitMPV

extension PlaybackBenchmark {
  /// Plays one signal, cut into three files, into a file, and counts the surplus frames.
  ///
  /// The result is the sum of the errors at two joints and at the end. Samples are not compared.
  func measureJoints() async throws {
    let frames = 30_011
    let signal = Music.wav(isLeft: true, seconds: 3).dropFirst(44)
    let parts = (0..<3).map { index in
      Music.header(frames: frames) + signal.dropFirst(index * frames * 4).prefix(frames * 4)
    }
    let table = Table(
      "Three parts of one signal in a row: frames too many",
      ["", "PlayerKit", "with inspection", "findings", "mpv"]
    )
    for kind in ["wav", "flac", "mp3", "m4a"] {
      guard let files = try files(parts, kind) else {
        table.row([kind, "no ffmpeg", "–", "–", "–"])
        continue
      }
      let ours = try await ours(files).frames - frames * 3
      let looked = try await self.ours(files, inspects: true)
      let inspected = looked.frames - frames * 3
      let mpv = try mpv(files).map { "\($0 - frames * 3)" } ?? "–"
      table.row([kind, "\(ours)", "\(inspected)", "\(looked.findings)", mpv])
      verdict.check(
        "joints of \(kind), with inspection: files without a finding at the end",
        Double(files.count - looked.findings),
        bound: 0,
        unit: "",
        margin: 1
      )
      for (name, off) in [("", ours), (", with inspection", inspected)] {
        verdict.check(
          "joints of \(kind)\(name)",
          Double(abs(off)),
          bound: 0,
          unit: " frames",
          margin: 1
        )
      }
    }
  }

  private func files(_ parts: [Data], _ kind: String) throws -> [String]? {
    let ffmpeg = Tool.path(of: "ffmpeg")
    if kind != "wav", ffmpeg == nil { return nil }
    return try parts.map { part in
      let wav = path("part.wav")
      try part.write(to: URL(fileURLWithPath: wav))
      guard kind != "wav", let ffmpeg else { return wav }
      let coded = path("part.\(kind)")
      let options = kind == "m4a" ? ["-c:a", "aac", "-b:a", "256k"] : []
      guard try Tool.run(ffmpeg, ["-loglevel", "error", "-y", "-i", wav] + options + [coded])
      else { throw POSIXError(.EIO) }
      return coded
    }
  }

  /// - Returns: The number of played frames, and the number of files with a finding at the end.
  private func ours(
    _ files: [String],
    inspects: Bool = false
  ) async throws -> (frames: Int, findings: Int) {
    let output = path("ours.pcm")
    let player = try OurPlayer(.pcm(path: output), inspects: inspects)
    try player.queue.set(files.map { URLTrack(item: $0) })
    let time = player.statuses.time(until: { $0.endReason == .finished }, player.queue.play)
    guard time != nil else { throw POSIXError(.ETIMEDOUT) }
    let findings = player.findings
    await player.close()
    return (try frames(output), findings)
  }

  private func mpv(_ files: [String]) throws -> Int? {
    guard let mpv = Tool.path(of: "mpv") else { return nil }
    let output = path("mpv.pcm")
    guard try Tool.run(mpv, MPVPeer.leanOptions + MPVPeer.options(.pipe(output)) + files)
    else { return nil }
    return try frames(output)
  }

  private func frames(_ path: String) throws -> Int {
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return (size ?? 0) / 4
  }
}

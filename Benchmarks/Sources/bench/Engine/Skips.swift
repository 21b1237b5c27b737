import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting

extension EngineBenchmark {
  private struct Format {
    let name: String
    let data: Data
    /// The number of answers up to the first sample.
    var answers = 1
  }

  /// Measures the time from `playNext`, in the middle of a long track, until the prepared track plays.
  func measureSkips() async throws {
    let delays = [0, 100, 500]
    let table = Table(
      "From next, onto a prepared track, to the restart, ms: median (max), by the delay",
      ["next track"] + delays.map { "\($0) ms" }
    )
    let long = Music.wav(isLeft: true, seconds: 60)
    for format in try formats() {
      var cells: [String] = []
      for delay in delays { cells.append(text(try await times(long, format, delay))) }
      table.row([format.name + ", engine"] + cells)
    }
    var cells: [String] = []
    for delay in delays { cells.append(text(try await queueTimes(long, delay))) }
    table.row(["WAV, queue"] + cells)
  }

  private func text(_ samples: Samples) -> String {
    "\(samples.median.rounded(to: 0)) (\(samples.max.rounded(to: 0)))"
  }

  /// Short tracks that need different requests for their start.
  private func formats() throws -> [Format] {
    let wav = Music.wav(isLeft: false, seconds: 2)
    var formats = [Format(name: "WAV", data: wav)]
    guard let ffmpeg = Tool.path(of: "ffmpeg") else {
      Console.write("ffmpeg is not installed: MP3 and MP4 are left out")
      return formats
    }
    let source = try write(wav, "skip.wav")
    for (name, suffix) in [("MP3", "mp3"), ("MP4, index after 600 kB", "m4a")] {
      let path = "\(folder)/skip.\(suffix)"
      guard try Tool.run(ffmpeg, ["-loglevel", "error", "-y", "-i", source, path]) else {
        throw POSIXError(.EIO)
      }
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      formats.append(
        suffix == "mp3"
          ? Format(name: name, data: data)
          : Format(name: name, data: try stretched(data), answers: 2)
      )
    }
    return formats
  }

  /// Adds padding between the samples and the index, so that one answer does not have both.
  private func stretched(_ file: Data) throws -> Data {
    guard let index = file.range(of: Data("moov".utf8))?.lowerBound else {
      throw POSIXError(.EIO)
    }
    let padding = 600_000
    var data = file[..<(index - 4)]
    withUnsafeBytes(of: UInt32(padding).bigEndian) { data.append(contentsOf: $0) }
    data.append(contentsOf: Data("free".utf8) + Data(count: padding - 8))
    data.append(file[(index - 4)...])
    return data
  }

  private func times(_ long: Data, _ format: Format, _ delay: Int) async throws -> Samples {
    var stage = try EngineStage()
    var samples = Samples()
    for _ in 0..<rounds {
      // New servers, so that the loader knows nothing about them.
      let server = try SlowServer([long], kind: "audio/wav")
      let other = try SlowServer([format.data], kind: "audio/mpeg", isThrottled: false)
      for server in [server, other] { server.reset(delay: delay) }
      let current = stage.load(try MediaSource(server, 0))
      stage.engine.load(current)
      try await stage.waitForLoaded(current.id)
      try await stage.seek(to: .seconds(30), in: current.id)
      let next = stage.load(try MediaSource(other, 0))
      stage.engine.setNext(next, after: current.id)
      try await other.wait(forAnswers: format.answers)
      // libmpv adds the track to its playlist after the first bytes.
      try await Task.sleep(for: .milliseconds(200))
      samples.add(
        try await stage.time {
          stage.engine.playNext(next.id, after: current.id, isPlaying: true)
        } until: {
          try await stage.waitForStart(of: next.id)
        }
      )
    }
    await stage.engine.close()
    return samples
  }

  private func queueTimes(_ long: Data, _ delay: Int) async throws -> Samples {
    let server = try SlowServer([long], kind: "audio/wav")
    server.reset(delay: delay)
    let engine = try MPVEngine(configuration: .init(output: .null))
    let queue = QueuePlayer(players: [URLPlayer(engine: engine)])
    try queue.set((0..<rounds + 2).map { URLTrack(item: server.url($0)) })
    queue.play()
    var samples = Samples()
    for round in 0..<rounds {
      try await queue.wait(for: "playback") { $0.state == .play }
      queue.seek(to: .seconds(30))
      try await queue.wait(for: "the middle") { $0.state == .play }
      try await Task.sleep(for: .milliseconds(200 + 3 * delay))
      let entry = queue.entries[round + 1].id
      let start = ContinuousClock.now
      queue.next()
      try await queue.wait(for: "the next") { $0.currentEntry?.id == entry && $0.state == .play }
      samples.add(ContinuousClock.now - start)
    }
    queue.stop()
    await engine.close()
    return samples
  }
}

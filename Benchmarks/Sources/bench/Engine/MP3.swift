import Foundation
import PlayerKit
import PlayerKitMPV

extension EngineBenchmark {
  /// Measures the time to skip the encoder's delay at the start of an MP3, and to render the end of one.
  func measureMP3() async throws {
    guard let ffmpeg = Tool.path(of: "ffmpeg") else {
      return Console.write("ffmpeg is not installed: the MP3s are left out")
    }
    let wav = try write(Music.wav(isLeft: true, seconds: Music.seconds), "mp3.wav")
    let table = Table("From the command to the first sound of an MP3, ms", ["", "median", "max"])
    var paths: [String] = []
    for (name, header) in [("with a header of the stream", "1"), ("without one", "0")] {
      let path = "\(folder)/\(header).mp3"
      let options = ["-b:a", "192k", "-write_xing", header, "-id3v2_version", "0", path]
      guard try Tool.run(ffmpeg, ["-loglevel", "error", "-y", "-i", wav] + options) else {
        throw POSIXError(.EIO)
      }
      paths.append(path)
      var stage = try EngineStage()
      var samples = Samples()
      for _ in 0..<rounds * 3 {
        samples.add(try await stage.timeToLoad(MediaSource(.file(path: path))))
      }
      await stage.engine.close()
      table.row(row(name, samples))
    }
    try await measureTails(paths[0])
  }

  /// If a clip ends before its track, the engine finds the end by decoding everything before it.
  private func measureTails(_ path: String) async throws {
    let table = Table(
      "To render a fade of 2 s out of an MP3 of five minutes, ms of the processor",
      ["", "median", "max"]
    )
    let clip = try Clip(to: .seconds(Music.seconds - 1))
    for (name, clip) in [("by its frames", nil), ("by decoding all", clip)] {
      var samples = Samples()
      for _ in 0..<max(rounds / 3, 1) {
        let with = try await processorTime(path, clip, crossfade: .seconds(2))
        samples.add(with - (try await processorTime(path, clip, crossfade: .zero)))
      }
      table.row(row(name, samples))
    }
  }

  /// The processor time of the first seconds after the next load is set.
  private func processorTime(
    _ path: String,
    _ clip: Clip?,
    crossfade: Duration
  ) async throws -> Double {
    var stage = try EngineStage()
    var output = OutputSettings()
    output.crossfade = crossfade
    stage.engine.setOutput(output)
    let source = MediaSource(.file(path: path))
    let current = stage.load(source, clip: clip)
    stage.engine.load(current)
    try await stage.waitForLoaded(current.id)
    try await Task.sleep(for: .seconds(1))
    let next = stage.load(source)
    let before = ProcessFigures.own.processorTime
    stage.engine.setNext(next, after: current.id)
    try await Task.sleep(for: .seconds(3))
    let used = ProcessFigures.own.processorTime - before
    await stage.engine.close()
    return used
  }
}

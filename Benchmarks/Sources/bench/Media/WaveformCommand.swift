import ArgumentParser
import Foundation
import PlayerKit
import PlayerKitInspection

/// Makes the waveform of a long FLAC file, compares the time with ffmpeg's picture of one, and
/// compares each point with the samples that ffmpeg decodes.
struct WaveformCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "waveform",
    abstract: "Makes a waveform; fails if ffmpeg is faster, or if a point is wrong."
  )

  @Option(help: "The seconds of music.") var seconds = 3_600
  private static let points = 1_800

  func run() async throws {
    try await Scratch.use("waveform") { folder in
      let (music, points) = ("\(folder)/music.flac", "\(folder)/points")
      try ffmpeg(toneOptions + [music])
      let table = Table(
        "The waveform of \(seconds) s of FLAC, each time in a new process",
        ["round", "waveform, s", "MB", "ffmpeg, s"],
        nameWidth: 6
      )
      var (ours, theirs) = (Samples(), Samples())
      for round in 1...5 {
        let figures = try Tool.part(.waveform, [music, "\(Self.points)", points]).readFigures()
        let start = ContinuousClock.now
        try ffmpeg([
          "-i", music, "-filter_complex", "showwavespic=s=\(Self.points)x200", "-frames:v", "1",
          "\(folder)/wave.png",
        ])
        theirs.add((ContinuousClock.now - start) / .seconds(1))
        ours.add(figures["seconds"] ?? .nan)
        table.row([
          "\(round)", ours.values[round - 1].rounded(to: 2),
          (figures["memory"] ?? .nan).rounded(to: 0), theirs.values[round - 1].rounded(to: 2),
        ])
      }
      let samples = "\(folder)/music.pcm"
      try ffmpeg(["-i", music, "-f", "s16le", samples])
      let compared = try Tool.python(["points", samples, points]).readFigures()
      let verdict = Verdict()
      verdict.check(
        "seconds, waveform ÷ ffmpeg",
        ours.median / theirs.median,
        bound: 1,
        unit: "",
        margin: 1
      )
      verdict.check(
        "points of \((compared["points"] ?? 0).rounded(to: 0)) that differ from ffmpeg's samples",
        compared["wrong"] ?? .nan,
        bound: 0,
        unit: "",
        margin: 1
      )
      try verdict.conclude()
    }
  }

  private func ffmpeg(_ options: [String]) throws {
    guard let path = Tool.path(of: "ffmpeg") else { throw Failure("ffmpeg is not installed") }
    let tool = try Tool(path, ["-v", "error", "-nostdin", "-y"] + options, showsErrors: true)
    guard tool.wait() else { throw Failure("ffmpeg failed") }
  }

  /// Tones that come and go, over noise.
  private var toneOptions: [String] {
    let tones =
      "aevalsrc='0.4*sin(2*PI*(220+t/30)*t)*(0.5+0.5*sin(t/7))"
      + "|0.3*sin(2*PI*331*t)*(0.5+0.5*sin(t/11))':s=44100:d=\(seconds)"
    return [
      "-f", "lavfi", "-i", tones, "-f", "lavfi", "-i",
      "anoisesrc=r=44100:d=\(seconds):a=0.1:seed=7", "-filter_complex",
      "[0][1]amix=2:normalize=0", "-c:a", "flac", "-sample_fmt", "s16",
    ]
  }
}

/// Makes the waveform of a file, and writes its points to another file.
enum WaveformPart {
  static func run(_ arguments: [String]) async throws {
    let source = MediaSource(.file(path: arguments[0]))
    guard let count = Int(arguments[1]) else { throw Failure("no number: \(arguments[1])") }
    let start = ContinuousClock.now
    let waveform = try await MediaInspector().waveform(of: source, points: count)
    Console.write("seconds", (ContinuousClock.now - start) / .seconds(1))
    Console.write("memory", ProcessFigures.own.peakMemory)
    let lines = waveform.points.map { "\($0.minimum) \($0.maximum) \($0.rms)\n" }
    try lines.joined().write(toFile: arguments[2], atomically: true, encoding: .utf8)
  }
}

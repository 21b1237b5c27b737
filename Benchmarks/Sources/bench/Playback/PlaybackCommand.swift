import ArgumentParser
import Foundation

/// Compares playback with mpv, MPD, and Mopidy. Figures are medians of alternating rounds, or of
/// processes that play at the same time, so that a disturbance affects all players.
struct PlaybackCommand: AsyncParsableCommand {
  enum Part: String, ExpressibleByArgument, CaseIterable {
    case start, process, second, next, waiting, burst, processor, steered, memory, audible,
      responsiveness, joints
  }

  static let configuration = CommandConfiguration(
    commandName: "playback",
    abstract: "Measures playback beside mpv, MPD and Mopidy, if they are installed."
  )

  @Argument(help: "The parts to measure.") var parts = Part.allCases
  @Option(help: "The number of rounds of each measurement.") var rounds = 7
  @Option(help: "The seconds of playback for which processor time is measured.") var seconds = 20

  func run() async throws {
    for peer in ["mpv", "mpd", "mopidy"] where Tool.path(of: peer) == nil {
      Console.write("\(peer) is not installed: left out")
    }
    try await Scratch.use("playback") { folder in
      Console.note("making the music")
      let music = try Music(in: folder)
      let benchmark = PlaybackBenchmark(
        settings: self,
        folder: folder,
        music: music,
        server: try SlowServer(music)
      )
      for part in parts {
        Console.note(part.rawValue)
        try await benchmark.measure(part)
      }
      try benchmark.verdict.conclude()
    }
  }
}

/// The context of all parts.
struct PlaybackBenchmark {
  let settings: PlaybackCommand
  let folder: String
  let music: Music
  let server: SlowServer
  let verdict = Verdict()
  private let fresh = Counter()

  init(settings: PlaybackCommand, folder: String, music: Music, server: SlowServer) {
    (self.settings, self.folder, self.music, self.server) = (settings, folder, music, server)
  }

  func measure(_ part: PlaybackCommand.Part) async throws {
    switch part {
    case .start: try await measureFirstSound()
    case .process: try measureNewProcess()
    case .second: try await measureSecondHearing()
    case .next: try await measureNext()
    case .waiting: try await measureWaitingNext()
    case .burst: try await measureBurst()
    case .processor: try measureProcessor()
    case .steered: try measureRemoteControls()
    case .memory: try measureMemory()
    case .responsiveness: try await measureResponsiveness()
    case .audible: try await measureAudible()
    case .joints: try await measureJoints()
    }
  }

  private final class Counter {
    private var last = 1_000_000

    func next() -> Int {
      last += 1
      return last
    }
  }

  /// A new path in the temporary folder.
  func path(_ name: String) -> String { "\(folder)/\(UUID().uuidString.prefix(8))-\(name)" }

  /// A new track for each request, because a player may cache the tracks that it has read.
  func freshItem(overHTTP: Bool) -> String {
    let number = fresh.next()
    return overHTTP ? server.url(number) : music.path(number)
  }

  /// The items of a queue, as files or at the server.
  func items(_ count: Int, overHTTP: Bool) -> [String] {
    (0..<count).map { overHTTP ? server.url($0) : music.path($0) }
  }
}

func pause(_ seconds: Double) { usleep(UInt32(seconds * 1_000_000)) }

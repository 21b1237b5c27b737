import Foundation

extension PlaybackBenchmark {
  /// Compares the example `play-url` as a new process with other players of the same file: the time
  /// until a PulseAudio null sink gets sound, and the memory.
  func measureNewProcess() throws {
    guard let sink = try PulseSink(in: folder, listens: true), let meter = sink.meter else {
      return Console.write("PulseAudio is not installed: left out")
    }
    defer { sink.end() }
    try measureFloors()
    var programs = try makePrograms()
    let item = items(1, overHTTP: false)
    for round in 0...settings.rounds * 3 {
      for index in programs.indices {
        var tool: Tool?
        let program = programs[index]
        let time = try meter.levels.time(until: { !$0.isSilent }) {
          tool = try Tool(program.path, program.arguments + item)
        }
        // The first round warms up.
        if round > 0 {
          programs[index].times.add(time)
          programs[index].work.add(tool?.figures.processorTime ?? .nan)
        }
        if round == 1, let tool {
          pause(5)
          programs[index].memory = Memory(tool.figures)
        }
        tool?.end()
        pause(0.3)
      }
    }
    report(programs)
  }

  private struct Memory {
    let whole: Double
    let own: Double
    let share: Double

    init(_ figures: ProcessFigures) {
      (whole, own, share) = (figures.memory, figures.anonymousMemory, figures.shareOfMemory)
    }
  }

  private struct Program {
    let name: String
    let path: String
    var arguments: [String] = []
    var times = Samples()
    var work = Samples()
    var memory: Memory?
  }

  private func makePrograms() throws -> [Program] {
    var programs: [Program] = []
    if let mpv = Tool.path(of: "mpv") {
      programs.append(Program(name: Self.yardstick, path: mpv, arguments: ["--no-video"]))
      programs.append(Program(name: "mpv, lean", path: mpv, arguments: MPVPeer.leanOptions))
    }
    let player = try CProgram.compile(
      CProgram.player,
      in: folder,
      name: "c-player",
      libraries: ["mpv"]
    )
    if let player { programs.append(Program(name: Self.plain, path: player)) }
    programs.append(Program(name: Self.ours, path: Self.path(beside: "play-url")))
    return programs
  }

  private static let yardstick = "mpv --no-video"
  private static let plain = "a C program that plays by libmpv"
  private static let ours = "play-url"

  /// The path of another program of this package.
  private static func path(beside name: String) -> String {
    let own = Bundle.main.executablePath ?? CommandLine.arguments[0]
    return (own as NSString).deletingLastPathComponent + "/" + name
  }

  private func report(_ programs: [Program]) {
    let table = Table(
      "A new process, from its start to the first sound; ms, \(settings.rounds * 3) rounds in turns",
      ["", "least", "median", "processor", "RSS, MB", "RssAnon", "Pss"]
    )
    for program in programs {
      table.row([
        program.name, program.times.min.rounded(to: 1), program.times.median.rounded(to: 1),
        program.work.min.rounded(to: 1), program.memory?.whole.rounded(to: 1) ?? "–",
        program.memory?.own.rounded(to: 1) ?? "–", program.memory?.share.rounded(to: 1) ?? "–",
      ])
    }
    guard let ours = programs.first(where: { $0.name == Self.ours }) else { return }
    if let mpv = programs.first(where: { $0.name == Self.yardstick }) {
      // Other work on the machine only lengthens times, so the shortest ones are compared.
      verdict.check(
        "first sound of play-url as a new process ÷ mpv as a new process",
        ours.times.min / mpv.times.min,
        bound: 0.9,
        unit: "",
        margin: 1.05
      )
    }
    guard let plain = programs.first(where: { $0.name == Self.plain })?.memory,
      let memory = ours.memory
    else { return Console.write("there is no C compiler, or libmpv-dev: memory is not compared") }
    Console.write(
      "play-url beyond the C program: RSS \((memory.whole - plain.whole).rounded(to: 1)) MB,"
        + " of its own \((memory.own - plain.own).rounded(to: 1)) MB,"
        + " its share \((memory.share - plain.share).rounded(to: 1)) MB"
    )
    verdict.check(
      "memory of play-url beyond a C program that plays the same file, its share (Pss)",
      memory.share - plain.share,
      bound: 10,
      unit: " MB",
      margin: 1.1
    )
  }

  /// Measures processes that do nothing.
  private func measureFloors() throws {
    let table = Table(
      "Floors: a new process until it prints that it runs, ms",
      ["", "least", "median", "RSS, MB", "RssAnon", "Pss"]
    )
    var floors: [(name: String, path: String)] = []
    if let path = try CProgram.compile(CProgram.empty, in: folder, name: "c-empty") {
      floors.append(("an empty C program", path))
    }
    floors.append(("an empty Swift program", Self.path(beside: "empty-process")))
    for floor in floors {
      var times = Samples()
      var memory: Memory?
      for _ in 0..<settings.rounds * 3 {
        let start = ContinuousClock.now
        let tool = try Tool(floor.path, [], readsOutput: true)
        guard tool.readLine() == "ready" else { continue }
        times.add(ContinuousClock.now - start)
        memory = Memory(tool.figures)
        tool.end()
      }
      table.row([
        floor.name, times.min.rounded(to: 1), times.median.rounded(to: 1),
        memory?.whole.rounded(to: 1) ?? "–", memory?.own.rounded(to: 1) ?? "–",
        memory?.share.rounded(to: 1) ?? "–",
      ])
    }
  }
}

#if os(Linux)
  import Foundation
  import TestSupport

  @testable import PlayerKitMPV

  /// Records a PulseAudio sink in the sink's own format. It keeps the sink awake, because the
  /// monitor would otherwise miss the beginning.
  final class SinkMonitor {
    private let silence = Process()
    private let recorder = Process()
    private let file: URL
    private let bits: Int

    init(_ sink: String, like format: EngineTests.BitPerfectTests.Format, in sandbox: Sandbox)
      throws
    {
      file = URL(fileURLWithPath: sandbox.path("recorded"))
      bits = format.bits == 16 ? 16 : 32
      let map = format.channels == 6 ? ["--channel-map=\(SoundServer.surround)"] : []
      let samples =
        map + [
          "--format=s\(bits)le", "--rate=\(format.rate)", "--channels=\(format.channels)", "--raw",
          "--latency-msec=100",
        ]
      try Data().write(to: file)
      silence.executableURL = URL(filePath: "/usr/bin/pacat")
      silence.arguments = ["--playback", "--device=\(sink)"] + samples
      silence.standardInput = FileHandle(forReadingAtPath: "/dev/zero")
      silence.standardError = FileHandle.nullDevice
      recorder.executableURL = URL(filePath: "/usr/bin/parec")
      recorder.arguments = ["--device=\(sink).monitor"] + samples
      recorder.standardOutput = try FileHandle(forWritingTo: file)
      recorder.standardError = FileHandle.nullDevice
    }

    private func size() throws -> UInt64 { try FileHandle(forReadingFrom: file).seekToEnd() }

    private func waitForMore(_ bytes: UInt64) async throws {
      let wanted = try size() + bytes
      try await eventually("\(bytes) more bytes are recorded", limit: .seconds(60)) {
        (try? size()).map { $0 >= wanted } ?? false
      }
    }

    /// Starts to record. Returns when recording is in progress.
    func begin() async throws {
      try silence.run()
      try recorder.run()
      try await waitForMore(1)
    }

    /// Returns the recording, as fractions of full scale, once it contains the current sound.
    func end() async throws -> [Float] {
      try await waitForMore(80_000)
      for process in [recorder, silence] {
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
      }
      return try Data(contentsOf: file).fractions(bits: bits)
    }
  }

  extension SoundServer {
    /// The six channels of a FLAC file.
    fileprivate static let surround = "front-left,front-right,front-center,lfe,side-left,side-right"

    /// Adds a sink with this format, which does not convert samples of that format.
    func add(_ sink: String, rate: Int, bits: Int, channels: Int) throws {
      // Without rewinds a stream begins after the samples that the sink has rendered, so the
      // monitor gets the whole stream.
      var words = [
        "load-module", "module-null-sink", "sink_name=\(sink)", "rate=\(rate)",
        "format=s\(bits == 16 ? 16 : 32)le", "channels=\(channels)", "norewinds=1",
      ]
      if channels == 6 { words.append("channel_map=\(Self.surround)") }
      try control(words)
    }

    func has(_ sink: String) -> Bool { (try? sinks().contains(sink)) ?? false }
  }
#endif

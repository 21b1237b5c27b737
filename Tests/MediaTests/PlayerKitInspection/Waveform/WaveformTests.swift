import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitInspection

@Suite("A waveform", .tags(.local), .timeLimit(.minutes(3)))
struct WaveformTests {
  private let inspector = MediaInspector()

  private func waveform(_ wave: WaveFile, points: Int) async throws -> Waveform {
    try await inspector.waveform(of: wave.source, points: points)
  }

  @Test("has in each point the samples between its borders")
  func values() async throws {
    // 16 samples per bin, 32 points of 4,096 samples.
    let wave = WaveFile(noise: 131_072)
    let found = try await waveform(wave, points: 32)
    #expect(found.points.count == 32)
    #expect(found.isWhole)
    #expect(found.end == .seconds(131_072.0 / 44_100))
    for (index, point) in found.points.enumerated() {
      let own = wave.mixed[index * 4_096..<(index + 1) * 4_096]
      let square = own.reduce(0) { $0 + Double($1) * Double($1) } / 4_096
      #expect(abs(point.minimum - (own.min() ?? 0)) < 1e-4)
      #expect(abs(point.maximum - (own.max() ?? 0)) < 1e-4)
      #expect(abs(Double(point.rms) - square.squareRoot()) < 1e-4)
    }
  }

  @Test("counts each sample in its point, and omits none", arguments: [1, 7, 333, 4_096])
  func borders(points: Int) async throws {
    let wave = WaveFile(noise: 100_003)
    let found = try await waveform(wave, points: points)
    try #require(found.points.count == points)
    let (length, width) = (100_003.0 / Double(points), 16.0)
    for (index, point) in found.points.enumerated() {
      let (start, end) = (Double(index) * length, Double(index + 1) * length)
      let inner = wave.mixed[Int(start.rounded(.up))..<max(Int(end), Int(start.rounded(.up)) + 1)]
      let outer = wave.mixed[max(0, Int(start - width))..<min(100_003, Int(end + width) + 1)]
      #expect(point.maximum >= (inner.max() ?? 0) - 1e-4)
      #expect(point.maximum <= (outer.max() ?? 0) + 1e-4)
      #expect(point.minimum <= (inner.min() ?? 0) + 1e-4)
      #expect(point.minimum >= (outer.min() ?? 0) - 1e-4)
    }
  }

  @Test("weighs the last bin by its number of samples")
  func lastBin() {
    let bins = [UInt32(1 << 30), 1 << 28].map {
      WaveformOutline.Bin(minimum: 0, maximum: 1, power: $0)
    }
    let outline = WaveformOutline(
      bins: bins,
      width: 10,
      count: 11,
      sampleRate: 10,
      statedDuration: 0
    )
    let found = outline.waveform(points: 1, isWhole: true)
    #expect(abs((found.end - .milliseconds(1_100)) / .seconds(1)) < 1e-9)
    #expect(abs((found.points.first?.rms ?? 0) - Float((2.5625 / 11).squareRoot())) < 1e-6)
  }

  @Test("of an MP4 with unbounded tables is refused")
  func hungry() async {
    var refused = 0
    for (_, bytes) in HungryMedia.all {
      let source = MediaSource(.bytes(GivenBytes(Array(bytes))))
      do throws(PlayerError) {
        _ = try await inspector.waveform(of: source, points: 10)
      } catch {
        if error.code == .inspectionRefused { refused += 1 }
      }
    }
    #expect(refused > 0)
  }

  @Test("of a few samples has as many points as requested")
  func short() async throws {
    let found = try await waveform(WaveFile(samples: [[16_384, -8_192, 8_192]]), points: 10)
    #expect(found.points.count == 10)
    #expect(abs((found.points.first?.maximum ?? 0) - 0.5) < 1e-4)
    #expect(abs((found.points.last?.minimum ?? 0) - 0.25) < 1e-4)
    #expect(try await waveform(WaveFile(noise: 100), points: -3).points.count == 1)
    #expect(try await waveform(WaveFile(noise: 100), points: .max).points.count == 4_096)
  }

  @Test("of invalid or extreme floats stays within its bounds")
  func floats() async throws {
    let samples: [Float] = [.nan, .infinity, -.infinity, 7, -7, 0.5]
    let found = try await waveform(WaveFile(floats: samples), points: 6)
    #expect(found.points.map(\.maximum) == [0, 1, -1, 1, -1, found.points[5].maximum])
    #expect(abs(found.points[5].maximum - 0.5) < 1e-4)
  }

  @Test(
    "is made from each format, with the length that other decoders find",
    arguments: [
      ("id3v22.mp3", 64_000), ("id3v24.mp3", 64_000), ("apev2.mp3", 64_000),
      ("comments.flac", 64_000), ("vorbis.ogg", 64_000), ("opus.opus", 192_000),
      ("flac.oga", 64_000), ("front.m4a", 64_512), ("behind.m4a", 64_512), ("alac.m4a", 64_000),
      ("id3.wav", 16_000), ("id3.aiff", 16_000), ("asf.wma", 63_488), ("wavpack.wv", 64_000),
      ("matroska.mka", 64_000), ("id3.tta", 16_000), ("id3.aac", 65_536),
      ("fragments.m4a", 65_536), ("plain.caf", 16_000), ("plain.avi", 16_128),
    ]
  )
  func formats(name: String, count: Int) async throws {
    let source = MediaSource(.file(path: TagFixture.path(name)))
    let found = try await inspector.waveform(of: source, points: 100)
    #expect(found.points.count == 100)
    #expect(found.points.contains { $0.maximum > 0.01 })
    // FFmpeg's versions disagree about the end of AAC and WMA.
    let isExact = !["m4a", "wma", "aac"].contains(String(name.suffix(3)))
    let rate = name == "opus.opus" ? 48_000.0 : 16_000
    #expect(abs(found.end / .seconds(1) * rate - Double(count)) < (isExact ? 0.5 : 2_100))
  }

  @Test("excludes the padding of an encoder at both ends")
  func padding() async throws {
    let source = MediaSource(.bytes(GivenBytes(Array(try Fixture.data("joint-lame.mp3")))))
    let found = try await inspector.waveform(of: source, points: 8)
    #expect(abs(found.end / .seconds(1) * 44_100 - 30_011) < 0.5)
  }

  @Test("arrives in parts, whose points do not change, and then whole")
  func parts() async throws {
    let wave = WaveFile(noise: 44_100 * 8)
    var last: Waveform?
    var count = 0
    for try await part in inspector.waveforms(of: wave.source, points: 200) {
      count += 1
      #expect(part.statedDuration == .seconds(8))
      #expect(last.map { $0.end < part.end } ?? true)
      #expect(abs(Double(part.points.count) / 200 - part.end / .seconds(8)) < 0.006)
      last = part
    }
    #expect(count > 0)
    let whole = try #require(last)
    #expect(whole.isWhole)
    #expect(whole == (try await inspector.waveform(of: wave.source, points: 200)))
  }

  @Test("over http equals the file's, and fetches it once")
  func remote() async throws {
    let wave = WaveFile(noise: 300_000)
    let body = Data(wave.bytes)
    let server = try LoopbackServer { .part(body, $0) }
    let source = MediaSource(.remote(server.url("/a.wav")))
    let found = try await inspector.waveform(of: source, points: 64)
    #expect(found == (try await waveform(wave, points: 64)))
    let requests = server.requests.count
    #expect(try await inspector.waveform(of: source, points: 32).points.count == 32)
    #expect(server.requests.count == requests)
    #expect(server.bytesSent < wave.bytes.count + (1 << 20))
  }

  @Test("of media that a server breaks off is an error, and is requested again")
  func brokenOff() async throws {
    let wave = WaveFile(noise: 300_000)
    let (isBroken, body) = (Locked(true), Data(wave.bytes))
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(body, request)
      if isBroken.withLock({ $0 }), (request.range?.lowerBound ?? 0) > 0 { reply = .status(500) }
      return reply
    }
    let source = MediaSource(.remote(server.url("/a.wav")))
    await #expect(throws: PlayerError.self) {
      try await inspector.waveform(of: source, points: 64)
    }
    isBroken.withLock { $0 = false }
    #expect(try await inspector.waveform(of: source, points: 64).isWhole)
  }

  @Test("of a file that was cut covers the rest of it")
  func cut() async throws {
    let bytes = WaveFile(noise: 44_100).bytes.dropLast(88_200)
    let found = try await inspector.waveform(
      of: MediaSource(.bytes(GivenBytes(Array(bytes)))),
      points: 10
    )
    #expect(found.end == .seconds(0.5))
  }

  @Test("is refused if the source forbids inspection, or has no audio")
  func refused() async throws {
    var source = WaveFile(noise: 100).source
    source.allowsInspection = false
    let forbidden = source
    await #expect(throws: InspectionFailure.forbidden) {
      try await inspector.waveform(of: forbidden, points: 10)
    }
    for bytes in [[], Array("no audio at all".utf8), [UInt8](repeating: 7, count: 100_000)] {
      await #expect(throws: PlayerError.self) {
        try await inspector.waveform(of: MediaSource(.bytes(GivenBytes(bytes))), points: 10)
      }
    }
    let server = try LoopbackServer { _ in
      .init(
        headers: ["icy-name": "One"],
        body: Data(WaveFile(noise: 9_000).bytes),
        hasNoLength: true
      )
    }
    await #expect(throws: InspectionFailure.live) {
      try await inspector.waveform(of: MediaSource(.remote(server.url("/live"))), points: 10)
    }
  }

  @Test("is abandoned if its task is cancelled, or its parts have no reader")
  func cancelled() async throws {
    let body = Data(WaveFile(noise: 300_000).bytes)
    let server = try LoopbackServer { request in
      var reply = LoopbackServer.Reply.part(body, request)
      reply.stallAfter = (request.range?.lowerBound ?? 0) > 0 ? 10 : nil
      return reply
    }
    let source = MediaSource(.remote(server.url("/a.wav")))
    let task = Task { [inspector] in try await inspector.waveform(of: source, points: 10) }
    try await eventually("it is read") { server.requests.count > 1 }
    task.cancel()
    await #expect(throws: InspectionFailure.cancelled) { try await task.value }
    try await eventually("the connections are closed") { server.openConnections == 0 }
    let before = server.requests.count
    let reader = Task { [inspector] in
      for try await _ in inspector.waveforms(of: source, points: 10) {}
    }
    try await eventually("it is read") { server.requests.count > before }
    reader.cancel()
    try await eventually("the connections are closed") { server.openConnections == 0 }
  }
}

import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import Testing

@testable import PlayerKitMPV

@Suite(.serialized)
struct SpikeTests {
  @Test func `exact starts`() async throws {
    for name in ["a.wav", "a.flac", "a.mp3", "a.m4a", "f.m4a", "a.ogg"] {
      func pcm(_ start: Double) async throws -> Data {
        var stage = try Stage(isRealTime: false)
        let id = stage.nextLoad()
        stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: "/tmp/t/\(name)")), at: .seconds(start)))
        let end = try await stage.log.end(of: id)
        if end != .ended(followedBy: nil) { print("DEBUG", name, end) }
        return try await stage.output()
      }
      let whole = try await pcm(0)
      for start in [1.0, 2.345] {
        let part = try await pcm(start)
        print("DEBUG", name, start, "frames missing:", (whole.count - part.count) / 4, "wanted", Int((start * 44100).rounded()), "equal:", whole.suffix(part.count) == part)
      }
    }
  }
  @Test func `cuts`() async throws {
    for name in ["cut.a.wav", "cut.a.flac", "cut.f.m4a", "cut.a.mp3", "cut.a.ogg", "cut.stream.flac", "stream.flac", "a.mp3", "a.ogg", "f.m4a", "a.m4a"] {
      var stage = try Stage(isRealTime: false)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: "/tmp/t/\(name)"))))
      let end = try await stage.log.end(of: id)
      print("DEBUG", name, end)
      await stage.engine.close()
    }
  }
  @Test func `latency`() async throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: "/tmp/t/long.mp3"))
    let server = try LoopbackServer { r in var p = LoopbackServer.Reply.part(data, r); p.delay = r.target == "/slow" ? 0.2 : 0; return p }
    let stage0 = try Stage(isRealTime: true)
    for (label, url) in [("file", MediaSource(.file(path: "/tmp/t/long.mp3"))), ("http 0", MediaSource(.remote(server.url("/a")))), ("http 200", MediaSource(.remote(server.url("/slow"))))] {
      var times: [Double] = []
      var stage = stage0
      for _ in 0..<12 {
        let id = stage.nextLoad()
        let t = ContinuousClock.now
        stage.engine.load(stage.log.makeLoad(id, url))
        try await stage.log.wait(for: id) { $0.isLoaded }
        times.append((ContinuousClock.now - t).seconds * 1000)
      }
      times.sort()
      print("DEBUG next", label, "median", times[6], "max", times[11])
    }
    await stage0.engine.close()
    // bytes at hand: read ahead of time, then loaded
    var stage = try Stage(isRealTime: true)
    var times: [Double] = []
    for _ in 0..<8 {
      let session = HTTPSession()
      let source = HTTPByteSource(url: server.url("/slow"), headers: [:], session: session, timeout: .seconds(5))
      try await Task.sleep(for: .milliseconds(500))
      let id = stage.nextLoad()
      let t = ContinuousClock.now
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.bytes(source))))
      try await stage.log.wait(for: id) { $0.isLoaded }
      times.append((ContinuousClock.now - t).seconds * 1000)
    }
    times.sort()
    print("DEBUG next prepared http 200 median", times[4], "max", times[7])
    await stage.engine.close()
  }
  @Test func `back-pressure`() async throws {
    let body = Data(count: 300 << 20)
    let server = try LoopbackServer { _ in .whole(body) }
    let session = HTTPSession()
    let stream = HTTPByteStream(url: server.url("/big"), headers: [:], session: session, timeout: .seconds(5))
    func rss() -> Int { (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4 / 1024 } ?? 0 }
    let before = rss()
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 100_000, alignment: 8)
    _ = try stream.read(into: buffer)
    try await Task.sleep(for: .seconds(2))
    print("DEBUG rss", before, "->", rss(), "MiB")
    var n = 100_000
    while true { let c = try stream.read(into: buffer); if c == 0 { break }; n += c; }
    print("DEBUG read", n, "rss", rss())
    stream.close()
  }
  @Test func `tls`() async throws {
    var stage = try Stage(isRealTime: false)
    let id = stage.nextLoad()
    stage.engine.load(stage.log.makeLoad(id, MediaSource(.remote(URL(string: "https://localhost:4433/a")!))))
    print("DEBUG tls", try await stage.log.end(of: id))
    let id2 = stage.nextLoad()
    stage.engine.load(stage.log.makeLoad(id2, MediaSource(.remote(URL(string: "http://no-such-host.invalid/a")!))))
    print("DEBUG dns", try await stage.log.end(of: id2))
    await stage.engine.close()
  }
}

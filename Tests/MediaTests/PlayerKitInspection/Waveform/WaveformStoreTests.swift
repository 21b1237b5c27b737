import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitInspection

@Suite("Stored waveforms", .tags(.local), .timeLimit(.minutes(3)))
struct WaveformStoreTests {
  private let scratch = ScratchFolder()

  private func inspector() -> MediaInspector {
    MediaInspector(.init(waveformFolder: scratch.path("waveforms")))
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path("waveforms"))
  }

  @Test("are read by the next process, at any number of points, for this user alone")
  func kept() async throws {
    defer { scratch.remove() }
    let bytes = GivenBytes(WaveFile(noise: 50_000).bytes)
    let source = MediaSource(.bytes(bytes), cacheKey: "secret key")
    let made = try await inspector().waveform(of: source, points: 100)
    let read = bytes.bytesRead
    #expect(try await inspector().waveform(of: source, points: 100) == made)
    #expect(try await inspector().waveform(of: source, points: 7).points.count == 7)
    #expect(bytes.bytesRead == read)
    let name = try #require(try files().first)
    #expect(try files().count == 1)
    #expect(!name.contains("secret"))
    let path = scratch.path("waveforms/\(name)")
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("belong to a file's present version")
  func changed() async throws {
    defer { scratch.remove() }
    let path = scratch.path("a.wav")
    try Data(WaveFile(noise: 50_000).bytes).write(to: URL(fileURLWithPath: path))
    let source = MediaSource(.file(path: path))
    #expect(try await inspector().waveform(of: source, points: 1).end > .seconds(1))
    try Data(WaveFile(noise: 4_410).bytes).write(to: URL(fileURLWithPath: path))
    #expect(try await inspector().waveform(of: source, points: 1).end == .milliseconds(100))
  }

  @Test("are not stored for media that may change, or must not be stored")
  func notKept() async throws {
    defer { scratch.remove() }
    let bytes = GivenBytes(WaveFile(noise: 5_000).bytes)
    _ = try await inspector().waveform(of: MediaSource(.bytes(bytes)), points: 1)
    var source = MediaSource(.bytes(bytes), cacheKey: "a")
    source.allowsCaching = false
    _ = try await inspector().waveform(of: source, points: 1)
    #expect((try? files()) ?? [] == [])
  }

  @Test("are made again if they are damaged", arguments: [0, 3, 20, 45, 100, 5_000])
  func damaged(length: Int) async throws {
    defer { scratch.remove() }
    let source = MediaSource(.bytes(GivenBytes(WaveFile(noise: 50_000).bytes)), cacheKey: "a")
    let made = try await inspector().waveform(of: source, points: 100)
    let name = try #require(try files().first)
    let url = URL(fileURLWithPath: scratch.path("waveforms/\(name)"))
    let whole = try Data(contentsOf: url)
    try whole.prefix(length).write(to: url)
    #expect(try await inspector().waveform(of: source, points: 100) == made)
    #expect(try Data(contentsOf: url) == whole)
    // A width and a count that contradict each other.
    for place in 6..<22 {
      var bytes = Array(whole)
      bytes[place] ^= 0x80
      #expect(WaveformOutline(stored: bytes) == nil)
    }
  }

  @Test("are limited to a thousand, and the oldest are removed")
  func room() throws {
    defer { scratch.remove() }
    let store = WaveformStore(folder: scratch.path("waveforms"), maximumFiles: 3)
    let bin = WaveformOutline.Bin(minimum: 0, maximum: 1, power: 2)
    let outline = WaveformOutline(
      bins: [bin],
      width: 1,
      count: 1,
      sampleRate: 44_100,
      statedDuration: 0
    )
    for number in 0..<5 { store.keep(outline, named: "\(number)", isLasting: true) }
    #expect(try files().count == 3)
    let fresh = WaveformStore(folder: scratch.path("waveforms"), maximumFiles: 3)
    #expect(
      (0..<5).map { fresh.outline(named: "\($0)") != nil } == [false, false, true, true, true]
    )
  }

  @Test("are dropped without an error if nothing can be written")
  func unwritable() async throws {
    defer { scratch.remove() }
    let inspector = MediaInspector(.init(waveformFolder: "/proc/none/at/all"))
    let source = MediaSource(.bytes(GivenBytes(WaveFile(noise: 5_000).bytes)), cacheKey: "a")
    #expect(try await inspector.waveform(of: source, points: 5).points.count == 5)
  }
}

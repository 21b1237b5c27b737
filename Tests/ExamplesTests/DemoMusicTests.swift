import Foundation
import Testing

@testable import playerkit

@Suite("The demo's music")
struct DemoMusicTests {
  @Test("is 8 to 12 seconds long, audible and unclipped", arguments: DemoMusic.allCases)
  func length(piece: DemoMusic) {
    let samples = piece.render()
    #expect((8...12).contains(samples.duration))
    let peak = samples.interleaved.lazy.map { abs(Int($0)) }.max() ?? 0
    #expect((8_000..<32_000).contains(peak))
  }

  @Test("ends in silence, so that the next piece may follow at once", arguments: DemoMusic.allCases)
  func fadesOut(piece: DemoMusic) {
    #expect(piece.render().interleaved.suffix(20).allSatisfy { abs(Int($0)) < 100 })
  }

  @Test("is whole again when both sides of a cut are joined")
  func cut() {
    let whole = StereoSamples(interleaved: Array(0..<200), sampleRate: 44_100)
    let (first, second) = whole.cut(atFrame: 37)
    #expect(first.frameCount == 37)
    #expect(first.interleaved + second.interleaved == whole.interleaved)
    #expect(whole.cut(atFrame: 1000).1.frameCount == 0)
  }

  @Test("is written as a WAV file that says its own size")
  func wav() {
    let samples = StereoSamples(interleaved: [1, -1, 256, -256], sampleRate: 44_100)
    let data = [UInt8](WAVWriter.data(samples))
    #expect(data.count == 52)
    #expect(data[0..<4].elementsEqual("RIFF".utf8))
    #expect(data[4..<8].elementsEqual([44, 0, 0, 0]))
    #expect(data[24..<28].elementsEqual([0x44, 0xAC, 0, 0]))
    #expect(data[44...].elementsEqual([1, 0, 0xFF, 0xFF, 0, 1, 0, 0xFF]))
  }

  @Test("is all there, as files")
  func files() throws {
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    #expect(files.items.map(\.file.pathExtension) == ["wav", "flac", "mp3", "m4a"])
    for item in files.items {
      #expect(try Data(contentsOf: item.file).count > 100_000)
    }
  }

  @Test("is cut so that both halves together are the whole piece")
  func halves() throws {
    let whole = DemoMusic.firstLight.render()
    // The carried FLAC says how many frames it has: the low 36 bits of its STREAMINFO's bytes 10…17.
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let flac = [UInt8](try Data(contentsOf: files.items[1].file))
    let carried = flac[21..<26].reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
    #expect(DemoMusic.firstLightCut + carried == whole.frameCount)
  }
}

import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

// Serialized, and at a low sample rate. The synthesizer is slow without optimization, and other
// suites measure time meanwhile.
@Suite("The demo's music", .tags(.local), .serialized)
struct DemoMusicTests {
  @Test(
    "is 8 to 12 seconds long, audible, unclipped, and silent at its end",
    arguments: DemoMusic.allCases
  )
  func sound(piece: DemoMusic) {
    let samples = Synthesizer.render(piece.score, sampleRate: 8_000)
    #expect((8...12).contains(samples.duration))
    let peak = samples.interleaved.lazy.map { abs(Int($0)) }.max() ?? 0
    #expect((8_000..<32_000).contains(peak))
    #expect(samples.interleaved.suffix(20).allSatisfy { abs(Int($0)) < 100 })
  }

  @Test("is complete again after both sides of a cut are joined")
  func cut() {
    let whole = StereoSamples(interleaved: Array(0..<200), sampleRate: 44_100)
    let (first, second) = whole.cut(atFrame: 37)
    #expect(first.frameCount == 37)
    #expect(first.interleaved + second.interleaved == whole.interleaved)
    #expect(whole.cut(atFrame: 1000).1.frameCount == 0)
  }

  @Test("is written as a WAV file that states its own size")
  func wav() {
    let samples = StereoSamples(interleaved: [1, -1, 256, -256], sampleRate: 44_100)
    let data = [UInt8](WAVWriter.data(samples))
    #expect(data.count == 52)
    #expect(data[0..<4].elementsEqual("RIFF".utf8))
    #expect(data[4..<8].elementsEqual([44, 0, 0, 0]))
    #expect(data[24..<28].elementsEqual([0x44, 0xAC, 0, 0]))
    #expect(data[44...].elementsEqual([1, 0, 0xFF, 0xFF, 0, 1, 0, 0xFF]))
  }

  @Test("is complete as files, and the first two are halves of one piece")
  func files() throws {
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let music = [files.firstHalf, files.secondHalf, files.paperBoats, files.undertow]
    #expect(music.map(\.pathExtension) == ["wav", "flac", "mp3", "m4a"])
    let contents = try music.map { [UInt8](try Data(contentsOf: $0)) }
    #expect(contents.allSatisfy { $0.count > 100_000 })

    let score = DemoMusic.firstLight.score
    let whole = Int((score.duration * 44_100).rounded())
    let firstHalf = (contents[0].count - 44) / 4
    // A FLAC file states its number of frames in 36 bits, which end at its 26th byte.
    let secondHalf = contents[1][21..<26].reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
    #expect(firstHalf + secondHalf == whole)
  }
}

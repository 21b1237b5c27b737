import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// A handmade silent MP3: 44.1 kHz, 128 kbit/s, stereo, layer III; 417 bytes per frame.
private enum Silence {
  static let frame = Data([0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 413))

  /// - Parameter declared: The length of the stream that its Info header declares, or `nil` for no
  ///   header.
  static func mp3(frames: Int, declared: Int?, tag: Int = 0) -> Data {
    var data = Data()
    if tag > 0 {
      let sizes = [21, 14, 7, 0].map { UInt8(tag >> $0 & 0x7F) }
      data.append(contentsOf: Array("ID3".utf8) + [4, 0, 0] + sizes)
      data.append(Data(count: tag))
    }
    if let declared {
      var first = frame
      let numbers = [3, UInt32(frames), UInt32(declared)]
      let bytes = numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
      first.replaceSubrange(36..<52, with: Array("Info".utf8) + bytes)
      data.append(first)
    }
    for _ in 0..<frames { data.append(frame) }
    return data
  }
}

@Suite(.tags(.pure))
struct DeclaredLengthTests {
  private func find(_ data: Data, at offset: Int64 = 0) -> DeclaredLength.Finding {
    data.withUnsafeBytes { DeclaredLength.find(in: $0, at: offset) }
  }

  @Test("An Info header declares the end of the stream")
  func infoHeaderDeclaresWhere() {
    let whole = Silence.mp3(frames: 10, declared: 4_587)
    #expect(whole.count == 4_587)
    #expect(
      find(whole) == .declared(.init(length: 4_587, otherLength: 4_587, slack: 4_096))
    )
    #expect(
      find(whole, at: 1_010) == .declared(.init(length: 5_597, otherLength: 4_587, slack: 4_096))
    )
  }

  @Test("A tag before the header changes nothing")
  func tagStandsFront() {
    #expect(find(Silence.mp3(frames: 1, declared: 834, tag: 1_000)) == .after(1_010))
  }

  @Test("A stream without such a header declares nothing")
  func withoutSuchHeaderNothing() {
    #expect(find(Silence.mp3(frames: 10, declared: nil)) == .none)
    #expect(find(Silence.mp3(frames: 10, declared: 0)) == .none)
    #expect(find(Data("RIFF".utf8)) == .none)
    #expect(find(Data(count: 100)) == .none)
    #expect(find(Silence.mp3(frames: 1, declared: 834).prefix(50)) == .none)
  }

  @Test("A few missing bytes are tolerated, and some writers count the tag too")
  func littleMayMissingSome() {
    let length = DeclaredLength(length: 100_000, otherLength: 60_000, slack: 4_096)
    #expect(!length.exceeds(100_128))
    #expect(!length.exceeds(96_000))
    #expect(length.exceeds(90_000))
    #expect(!length.exceeds(60_000))
  }
}

extension EngineTests {
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct CutMP3Tests {
    private func end(_ data: Data) async throws -> LoadEvent {
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let path = try stage.sandbox.write(data, to: "a.mp3")
      stage.engine.load(stage.log.makeLoad(id, MediaSource(.file(path: path))))
      let end = try await stage.end(of: id)
      await stage.close()
      return end
    }

    @Test(
      "An MP3 that ends before its declared length is interrupted",
      arguments: [0, 3_000, 300_000]
    )
    func mp3EndsBeforeLength(
      tag: Int
    ) async throws {
      let whole = Silence.mp3(frames: 400, declared: 401 * 417, tag: tag)
      #expect(try await end(whole) == .ended(followedBy: nil))
      #expect(try await end(whole.dropLast(100_000)).failure?.code == .interrupted)
    }

    @Test("An MP3 without such a header that was cut just ends")
    func withoutSuchHeaderCut() async throws {
      let whole = Silence.mp3(frames: 400, declared: nil)
      #expect(try await end(whole.dropLast(50_100)) == .ended(followedBy: nil))
    }
  }
}

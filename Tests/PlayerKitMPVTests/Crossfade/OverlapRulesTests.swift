import Foundation
import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

/// Which tracks are faded, and for how long.
@Suite(.tags(.pure)) struct OverlapRulesTests {
  private func longest(
    _ length: Double,
    from start: Double = 0,
    bytes: Int64?,
    in duration: Double,
    atHand: Int64?
  ) -> Double {
    OverlapRules.longest(
      .seconds(length),
      from: .seconds(start),
      bytes: bytes,
      in: .seconds(duration),
      atHand: atHand
    ).seconds
  }

  @Test("A fade is no longer than the available part of the second track")
  func fadeNoLongerThan() {
    // 12 s of CD audio. First 512 KiB of it are available, then the maximum to keep.
    let bytes: Int64 = 176_400 * 240
    #expect(longest(12, bytes: bytes, in: 240, atHand: 512 << 10) < 2)
    #expect(longest(12, bytes: bytes, in: 240, atHand: OverlapRules.maximumKept) == 12)
    // 96 kHz, 24 bits.
    let large = longest(12, bytes: 576_000 * 240, in: 240, atHand: OverlapRules.maximumKept)
    #expect(large > 3 && large < 3.2)
    // 256 kb/s.
    #expect(longest(12, bytes: 32_000 * 240, in: 240, atHand: 512 << 10) == 12)
  }

  @Test("A fully available track, or one of unknown size, does not limit the fade")
  func whatHandWholeOr() {
    #expect(longest(12, bytes: 1 << 40, in: 10, atHand: nil) == 12)
    #expect(longest(12, bytes: nil, in: 10, atHand: 0) == 12)
    #expect(longest(12, bytes: 100, in: 10, atHand: 100) == 12)
  }

  @Test("There is no fade if nothing is available, or only the part before the clip")
  func nothingHandOrOnly() {
    #expect(longest(12, bytes: 1_000, in: 10, atHand: 0) == 0)
    #expect(longest(12, bytes: 1_000, in: 10, atHand: -5) == 0)
    #expect(longest(12, from: 6, bytes: 1_000, in: 10, atHand: 500) == 0)
    #expect(longest(12, from: 2, bytes: 1_000, in: 10, atHand: 500) == 2)
  }

  @Test("A clip is faded in only if it can follow without a gap")
  func clipFadedOnlyWhere() throws {
    let file = MediaSource(.file(path: "/a"))
    let remote = MediaSource(.remote(try #require(URL(string: "http://localhost/a"))))
    let clip = { try Clip(from: .seconds($0), to: .seconds(90)) }
    #expect(OverlapRules.longest(into: nil, of: remote) > .seconds(12))
    #expect(OverlapRules.longest(into: try clip(0), of: remote) > .seconds(12))
    #expect(OverlapRules.longest(into: try clip(7), of: remote) == .seconds(3))
    #expect(OverlapRules.longest(into: try clip(7), of: file) == .seconds(53))
    #expect(OverlapRules.longest(into: try clip(70), of: file) == .zero)
  }

  @Test("The end of a remote MP3 is decoded only if the whole file is small")
  func overHttpEndMp3() {
    for format in ["flac", "wav", "ogg", "mov,mp4,m4a,3gp,3g2,mj2"] {
      #expect(OverlapRules.isRemoteDecodable(format: format, size: 1 << 40))
    }
    #expect(OverlapRules.isRemoteDecodable(format: "mp3", size: 2 << 20))
    #expect(!OverlapRules.isRemoteDecodable(format: "mp3", size: 2 << 20 + 1))
    #expect(!OverlapRules.isRemoteDecodable(format: "aac", size: nil))
  }
}

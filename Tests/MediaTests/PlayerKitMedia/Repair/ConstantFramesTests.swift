import Foundation
import PlayerKitMedia
import TestSupport
import Testing

@Suite("The number of frames of one bit rate", .tags(.pure), .timeLimit(.minutes(1)))
struct ConstantFramesTests {
  private static func counted(_ maker: MP3Maker, behind: [UInt8] = []) throws -> Int? {
    let media = GivenMedia(Array(maker.data(.none)), behind)
    let layout = try #require(TagLayout(media))
    let first = try #require(MPEGFrame(media.bytes(at: 0, count: 4), at: 0))
    return layout.constantFrames(media, like: first)
  }

  @Test("follows from the length")
  func constant() throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3")
    #expect(try Self.counted(maker) == maker.frames.count)
    let tag = Array("TAG".utf8) + [UInt8](repeating: 0, count: 125)
    #expect(try Self.counted(maker, behind: tag) == maker.frames.count)
  }

  @Test("is unknown if the bit rate varies, or the last frame is cut")
  func varied() throws {
    let maker = try MP3Maker(fixture: "joint-lame.mp3")
    let frame = try #require(maker.frames.first)
    // The same length in bytes with another bit rate.
    var quiet = [UInt8](frame)
    quiet[2] = (quiet[2] & 0x0F) | 0x50
    let length = try #require(MPEGFrame(quiet, at: 0)).length
    var varied = maker
    varied.frames += [Data](repeating: Data(quiet.prefix(length)), count: 60)
    #expect(try Self.counted(varied) == nil)
    var cut = maker
    cut.frames[cut.frames.count - 1] = frame.prefix(200)
    #expect(try Self.counted(cut) == nil)
    #expect(try Self.counted(MP3Maker(fixture: "joint-48.mp3")) == nil)
  }
}

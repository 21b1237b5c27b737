import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite(.tags(.pure))
struct AudioSignatureTests {
  @Test(
    "A known beginning is recognized",
    arguments: [
      "fLaC\0\0\0\"", "OggS\0\u{2}", "RIFF\0\0\0\0WAVEfmt ", "RF64\0\0\0\0WAVEds64",
      "FORM\0\0\0\0AIFFCOMM", "FORM\0\0\0\0AIFCFVER", "\0\0\0\u{20}ftypM4A ", "caff\0\u{1}",
      "wvpk\0\0\0\0", "MAC \0\0\0\0", "MPCKSH", "MP+\u{7}", "DSD \u{1C}", "TTA1\u{1}", "#!AMR\n",
      "FRM8\0\0\0\0\0\0\0\0DSD FVER", "ID3\u{4}\0\0\0\0\u{1}\u{7F}",
    ]
  )
  func knownBeginningRecognized(text: String) {
    #expect(AudioSignature.isKnown(Array(text.utf8)))
  }

  @Test(
    "Matroska and ASF are recognized",
    arguments: [
      [0x1A, 0x45, 0xDF, 0xA3, 0x01], [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11, 0xA6],
    ] as [[UInt8]]
  )
  func matroskaAsfRecognized(head: [UInt8]) {
    #expect(AudioSignature.isKnown(head))
  }

  @Test(
    "Data without audio, or too short to tell, is not recognized",
    arguments: [
      "", "f", "ID3", "RIFF", "RIFF\0\0\0\0AVI LIST", "FORM\0\0\0\0ILBM", "<!DOCTYPE html>",
      "#EXTM3U\n", "{\"error\":404}", "ID3 is a kind of tag",
      "\0\0\0\0\0\0\0\0\0\0\0\0", "Creative Voice File",
    ]
  )
  func noAudioShort(text: String) {
    #expect(!AudioSignature.isKnown(Array(text.utf8)))
  }

  /// 44.1 kHz, 128 kbit/s, layer III: 417 bytes.
  private let mp3: [UInt8] = [0xFF, 0xFB, 0x90, 0x00] + Array(repeating: 0, count: 413)
  /// 44.1 kHz, stereo: 200 bytes.
  private let adts: [UInt8] =
    [0xFF, 0xF1, 0x50, 0x80, 200 >> 3, UInt8(200 & 7) << 5 | 0x1F, 0xFC]
    + Array(repeating: 0, count: 193)

  @Test("Frames are recognized by the next frame, if the data contains it")
  func framesRecognizedOne() {
    for frame in [mp3, adts] {
      #expect(AudioSignature.isKnown(frame + frame))
      #expect(AudioSignature.isKnown(Array(frame.prefix(64))))
      #expect(!AudioSignature.isKnown(frame + Array(repeating: 0, count: 100)))
      #expect(!AudioSignature.isKnown([0] + frame + frame))
    }
  }

  @Test("Random bytes are hardly ever recognized")
  func randomBytesHardly() {
    var state: UInt32 = 1
    let known = (0..<300).count { _ in
      // Each has the first half of a sync word.
      let head = (0..<4_096).map { index -> UInt8 in
        state = state &* 1_664_525 &+ 1_013_904_223
        return index == 0 ? 0xFF : UInt8(state >> 24)
      }
      return AudioSignature.isKnown(head)
    }
    #expect(known <= 1)
  }

  @Test("Frame lengths are the standard's")
  func frameLengthsThose() {
    #expect(MPEGFrame([0xFF, 0xFB, 0x90, 0x00], at: 0)?.length == 417)
    #expect(MPEGFrame([0xFF, 0xFB, 0x92, 0x00], at: 0)?.length == 418)
    #expect(MPEGFrame([0xFF, 0xFB, 0xE4, 0xC0], at: 0)?.length == 960)
    #expect(MPEGFrame([0xFF, 0xFB, 0xE4, 0xC0], at: 0)?.isMono == true)
    #expect(MPEGFrame([0xFF, 0xF3, 0x80, 0x00], at: 0)?.length == 208)
    #expect(MPEGFrame([0xFF, 0xE3, 0x18, 0x00], at: 0)?.length == 72)
    #expect(MPEGFrame([0xFF, 0xFD, 0xA0, 0x00], at: 0)?.length == 626)
    for other in [[0xFF, 0xFB, 0xF0, 0], [0xFF, 0xFB, 0x9C, 0], [0xFF, 0xEB, 0x90, 0]] {
      #expect(MPEGFrame(other.map { UInt8($0) }, at: 0) == nil)
    }
  }
}

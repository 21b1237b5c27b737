import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@Suite("The MD5 digest of sign-ins", .tags(.pure))
struct MD5Tests {
  @Test("equals the vectors of its standard, and works at each edge of a block")
  func vectors() {
    let digests = [
      "": "d41d8cd98f00b204e9800998ecf8427e", "abc": "900150983cd24fb0d6963f7d28e17f72",
      "message digest": "f96b697d7cb7938d525a2f31aaf161d0",
      "sesamec19b2d": "26719a1196d2a940705a59634eb18eab",
      "pässwört漢salt": "27c1b418ca4499b287d027372fce8a8c",
    ]
    for (text, digest) in digests { #expect(MD5.hex(text) == digest) }
    let lengths = [
      55: "ef1772b6dff9a122358552954ad0df65", 56: "3b0c8ac703f828b04c6c197006d17218",
      57: "652b906d60af96844ebd21b674f35e93", 63: "b06521f39153d618550606be297466d5",
      64: "014842d480b571495a4a0363793f7367", 65: "c743a45e0d2e6a95cb859adae0248435",
      119: "8a7bd0732ed6a28ce75f6dabc90e1613", 120: "5f61c0ccad4cac44c75ff505e1f1e537",
      1000: "cabe45dcc9ae5b66ba86600cca6b8ba8",
    ]
    for (length, digest) in lengths {
      #expect(MD5.hex(String(repeating: "a", count: length)) == digest)
    }
  }
}

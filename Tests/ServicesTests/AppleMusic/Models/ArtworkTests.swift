import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Pictures of Apple Music", .tags(.pure))
struct ArtworkTests {
  private let old = AppleMusic.Artwork(
    url: "https://img.example.com/a.jpg/{w}x{h}bb.jpg",
    width: 3000,
    height: 2000
  )
  private let new = AppleMusic.Artwork(
    url: "https://img.example.com/a.jpg/{w}x{h}{c}.{f}",
    width: 3000,
    height: 2000
  )

  @Test("Both forms of template become addresses")
  func templates() {
    #expect(
      old.url(width: 300, height: 200)?.absoluteString
        == "https://img.example.com/a.jpg/300x200bb.jpg"
    )
    #expect(
      new.url(width: 300, height: 200)?.absoluteString
        == "https://img.example.com/a.jpg/300x200bb.jpg"
    )
    #expect(
      new.url(width: 300, height: 200, format: .webp, crop: .centered)?.absoluteString
        == "https://img.example.com/a.jpg/300x200cc.webp"
    )
  }

  @Test("A requested crop and format replace the template's own")
  func ownEnding() {
    let round = old.url(width: 300, height: 300, format: .png, crop: .round)
    #expect(round?.lastPathComponent == "300x300cw.png")
    #expect(old.url(width: 9, height: 9, crop: .centered)?.lastPathComponent == "9x9cc.jpg")
    #expect(new.url(width: 9, height: 9, crop: .round)?.lastPathComponent == "9x9cw.jpg")
    let query = AppleMusic.Artwork(url: "https://img.example.com/{w}x{h}bb.jpg?v=1.2")
    #expect(
      query.url(width: 9, height: 9, crop: .round)?.absoluteString.hasSuffix("9x9bb.jpg?v=1.2")
        == true
    )
  }

  @Test("Sizes do not exceed the picture's")
  func clamping() {
    #expect(
      old.url(width: .max, height: 9000)?.lastPathComponent == "3000x2000bb.jpg"
    )
    let unbounded = AppleMusic.Artwork(url: "https://img.example.com/{w}x{h}bb.jpg")
    #expect(unbounded.url(width: 9000, height: 9000)?.lastPathComponent == "9000x9000bb.jpg")
    let broken = AppleMusic.Artwork(url: "https://img.example.com/{w}x{h}bb.jpg", width: 0)
    #expect(broken.url(width: 5, height: 5)?.lastPathComponent == "5x5bb.jpg")
  }

  @Test("An invalid size has no address", arguments: [(0, 1), (1, 0), (-5, 10), (10, .min)])
  func badSizes(_ width: Int, _ height: Int) {
    #expect(old.url(width: width, height: height) == nil)
    #expect(AppleMusic.Artwork(url: nil).url(width: 10, height: 10) == nil)
  }

  @Test("Colors are read from six digits, with and without a hash")
  func colors() throws {
    let artwork = try decoded(
      AppleMusic.Artwork.self,
      ##"{"bgColor":"22313a","textColor1":"#F4F1EA","textColor2":"red","textColor3":"+12345"}"##
    )
    let background = try #require(artwork.background?.components)
    #expect(background == (0x22, 0x31, 0x3A))
    #expect(artwork.text1?.components?.red == 0xF4)
    #expect(artwork.text2?.components == nil)
    #expect(artwork.text3?.components == nil)
    #expect(artwork.text4 == nil)
    #expect(artwork.text2?.rawValue == "red")
  }
}

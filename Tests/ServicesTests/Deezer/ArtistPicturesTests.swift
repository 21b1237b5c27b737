import Foundation
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Pictures of artists", .tags(.pure))
struct ArtistPicturesTests {
  private func pictures(_ names: [String]) -> (ArtistPictures, StubTransport) {
    let artists = names.enumerated().map { index, name in
      """
      {"id":\(index + 1),"name":"\(name)","type":"artist",
       "picture_medium":"https://p.example/\(index + 1)/250x250.jpg",
       "picture_big":"https://p.example/\(index + 1)/500x500.jpg"}
      """
    }
    let answer = #"{"data":[\#(artists.joined(separator: ","))],"total":\#(names.count)}"#
    let transport = StubTransport { _ in .text(answer) }
    return (
      ArtistPictures(deezer: DeezerClient(configuration: .init(transport: transport))), transport
    )
  }

  @Test("are those of the artist of that name")
  func takesDeezers() async throws {
    let (pictures, _) = pictures(["The Orchards", "ASH AND ORCHARD"])
    #expect(
      try await pictures.picture(ofArtist: "Ash & Orchard", pixels: 300)?.absoluteString
        == "https://p.example/2/500x500.jpg"
    )
  }

  @Test(
    "are missing rather than another artist's",
    arguments: [[], ["Ash Orchards"], ["Ash & Orchard", "Ash and Orchard"]]
  )
  func takesNoWrongOne(names: [String]) async throws {
    let (pictures, _) = pictures(names)
    #expect(try await pictures.picture(ofArtist: "Ash & Orchard", pixels: 300) == nil)
  }
}

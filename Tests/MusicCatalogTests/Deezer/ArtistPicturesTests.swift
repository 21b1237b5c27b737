import Foundation
import MusicCatalog
import PlayerKitTesting
import Testing

@Suite("Pictures of artists")
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
    return (ArtistPictures(deezer: DeezerClient(transport: transport)), transport)
  }

  private func artist(_ artwork: String = "") throws -> AppleMusic.Artist {
    let json = #"{"id":"9","type":"artists","attributes":{"name":"Ash & Orchard"\#(artwork)}}"#
    return try JSONDecoder().decode(AppleMusic.Artist.self, from: Data(json.utf8))
  }

  @Test("are Apple's own where there is one, and nobody else is asked")
  func takesApples() async throws {
    let (pictures, transport) = pictures(["Ash & Orchard"])
    let artwork = #","artwork":{"width":900,"height":900,"url":"https://a.example/{w}x{h}bb.jpg"}"#
    let url = try await pictures.picture(of: try artist(artwork), pixels: 300)
    #expect(url?.absoluteString == "https://a.example/300x300bb.jpg")
    #expect(transport.calls.isEmpty)
  }

  @Test("are Deezer's of the artist of that name where Apple has none")
  func takesDeezers() async throws {
    let (pictures, _) = pictures(["The Orchards", "ASH AND ORCHARD"])
    #expect(
      try await pictures.picture(of: try artist(), pixels: 300)?.absoluteString
        == "https://p.example/2/500x500.jpg"
    )
  }

  @Test(
    "are none rather than somebody else's",
    arguments: [[], ["Ash Orchards"], ["Ash & Orchard", "Ash and Orchard"]]
  )
  func takesNoWrongOne(names: [String]) async throws {
    let (pictures, _) = pictures(names)
    #expect(try await pictures.picture(of: try artist(), pixels: 300) == nil)
  }
}

import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting

/// Invented answers of the store, in its forms.
package enum ITunesFixture {
  package static func song(_ id: Int, _ more: String = "") -> String {
    """
    {"wrapperType":"track","kind":"song","artistId":900000001,"collectionId":800000001,\
    "trackId":\(id),"artistName":"The Example Band","collectionName":"Second Example",\
    "trackName":"Song \(id)"\(more)}
    """
  }

  package static func album(_ id: Int) -> String {
    """
    {"wrapperType":"collection","collectionType":"Album","artistId":900000001,\
    "collectionId":\(id),"amgArtistId":5723,"artistName":"The Example Band",\
    "collectionName":"Album \(id)","collectionPrice":9.99,"trackCount":10,\
    "copyright":"℗ 2021 Example","collectionExplicitness":"cleaned"}
    """
  }

  package static func artist(_ id: Int, amg: Int = 5723) -> String {
    """
    {"wrapperType":"artist","artistType":"Artist","artistName":"Artist \(id)","artistId":\(id),\
    "amgArtistId":\(amg),"primaryGenreName":"Alternative","primaryGenreId":20,\
    "artistLinkUrl":"https://music.apple.com/us/artist/x/\(id)?uo=4"}
    """
  }

  /// A document as the store sends it: newlines first.
  package static func document(_ members: [String]) -> String {
    "\n\n\n{\"resultCount\":\(members.count),\n\"results\":[\(members.joined(separator: ",\n"))]}\n"
  }

  package static func reply(_ members: [String]) -> HTTPTransportResponse {
    .text(document(members), contentType: "text/javascript; charset=utf-8")
  }

  package static func results(_ members: [String]) throws -> ITunes.Results {
    try JSONDecoder().decode(ITunes.Results.self, from: Data(document(members).utf8))
  }

  package static func client(
    _ transport: StubTransport,
    base: String = "http://127.0.0.1:8080/itunes"
  ) -> ITunesSearchClient {
    ITunesSearchClient(
      chartsBaseURL: URL(string: base),
      configuration: .init(baseURL: URL(string: base), transport: transport)
    )
  }
}

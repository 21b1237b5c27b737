import PlayerKit
import PlayerKitServices

extension LastFMDiscovery: ArtistRecordingsSource {
  private enum Step: Sendable {
    case tracks(page: Int)
    case tags
  }

  private typealias Reader = StepwiseRecordings<Step>

  private static let page = 100
  /// The maximum number of pages. Beyond it, alternative spellings outnumber recordings.
  private static let maximumPages = 10

  /// Returns the artist's most played tracks, up to 1000, and the artist's tags.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .tags) { try await read($0, artist) }
  }

  private func read(_ step: Step, _ artist: ArtistReference) async throws -> Reader.Outcome {
    switch step {
    case .tags:
      let answer = try await tags(of: artist)
      let tags = (answer?["toptags"]?.members("tag") ?? []).compactMap { tag in
        tag["name"]?.string.flatMap { name in tag["count"]?.count.map { (name, Int($0)) } }
      }
      return Reader.Outcome(
        ArtistRecordingsPage(tags: Dictionary(tags) { first, _ in first }),
        then: [.tracks(page: 1)]
      )
    case .tracks(let page):
      let answer = try await answer(
        to: "artist.getTopTracks",
        limit: Self.page,
        about: artist,
        [("page", String(page))]
      )
      let tracks = answer["toptracks"]?.members("track") ?? []
      let recordings = tracks.compactMap { value in
        DiscoveredTrack(lastFM: value).map {
          ArtistRecording($0.track, popularity: value["playcount"]?.count)
        }
      }
      let isMore = tracks.count >= Self.page && page < Self.maximumPages
      return Reader.Outcome(
        ArtistRecordingsPage(recordings),
        then: isMore ? [.tracks(page: page + 1)] : []
      )
    }
  }
}

extension LastFMDiscovery {
  /// Returns the artist's tags; `nil` if there are none or they cannot be read. The next steps do
  /// not depend on them.
  ///
  /// - Throws: Errors that are worth a retry, because the request for tracks would fail, too.
  private func tags(of artist: ArtistReference) async throws -> JSONValue? {
    do {
      return try await answer(to: "artist.getTopTags", limit: 100, about: artist)
    } catch let error as CatalogError where !error.isRetryable {
      return nil
    }
  }
}

extension JSONValue {
  /// A count, which Last.fm writes as a number or as text.
  fileprivate var count: Double? {
    let count = number ?? string.flatMap(Double.init)
    return count.flatMap { (0...1e15).contains($0) ? $0 : nil }
  }
}

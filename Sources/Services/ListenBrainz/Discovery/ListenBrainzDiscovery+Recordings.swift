import PlayerKit
import PlayerKitServices

extension ListenBrainzDiscovery: ArtistRecordingsSource {
  private static let page = 500

  /// The next part to deliver. The service sends the whole answer at once.
  private enum Step: Sendable {
    case ask
    case rest([JSONValue])
  }

  private typealias Reader = StepwiseRecordings<Step>

  /// Returns the recordings of an artist with their play counts. Returns none if the artist's
  /// MusicBrainz id is unknown.
  public func recordings(by artist: ArtistReference) -> any ArtistRecordingsReader {
    Reader(from: .ask) { step in
      switch step {
      case .ask:
        guard let id = artist.musicBrainzKey else { return Reader.Outcome() }
        return Self.outcome(try await topRecordings(of: id)[...])
      case .rest(let values): return Self.outcome(values[...])
      }
    }
  }

  private static func outcome(_ values: ArraySlice<JSONValue>) -> Reader.Outcome {
    let recordings = values.prefix(page).compactMap { value in
      DiscoveredTrack(listenBrainz: value).map {
        ArtistRecording($0.track, popularity: value["total_listen_count"]?.number)
      }
    }
    let rest = Array(values.dropFirst(page))
    return Reader.Outcome(
      ArtistRecordingsPage(recordings),
      then: rest.isEmpty ? [] : [.rest(rest)]
    )
  }
}

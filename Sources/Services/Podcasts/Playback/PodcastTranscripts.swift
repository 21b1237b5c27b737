import Foundation
import PlayerKit
import PlayerKitServices

/// Provides the transcripts named in feeds as lyrics of episodes.
///
/// Formats with times come first: WebVTT, SubRip, JSON. HTML and plain text follow.
public struct PodcastTranscripts: LyricsSource {
  private static let largest = 4 << 20

  private let client: PodcastClient
  private let languages: [String]

  /// Creates a source.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter languages: The preferred languages, best first, such as `de`. If an episode has
  ///   none of them, its first language is used.
  public init(client: PodcastClient, languages: [String] = []) {
    self.client = client
    self.languages = languages.map { $0.lowercased() }
  }

  /// Returns the transcript; `nil` if the track is no episode or has no transcript.
  public func lyrics(of track: any Track, metadata: TrackMetadata) async throws -> Lyrics? {
    guard let episode = track as? PodcastTrack else { return nil }
    var failure: (any Error)?
    for transcript in ordered(episode.transcripts).prefix(4) {
      do {
        let reply = try await client.file(of: episode, at: transcript.url, largest: Self.largest)
        let sent = reply.response.headerFields[.contentType]
        let words = TranscriptReader.lyrics(
          reply.body,
          type: transcript.type ?? sent,
          charset: sent.flatMap(FeedEncoding.charset),
          language: transcript.language
        )
        if let words { return words }
      } catch {
        try Task.checkCancellation()
        failure = error
      }
    }
    if let failure { throw failure }
    return nil
  }

  private func ordered(_ transcripts: [PodcastTranscript]) -> [PodcastTranscript] {
    func rank(_ transcript: PodcastTranscript) -> Int {
      let language = transcript.language?.lowercased() ?? ""
      let place = languages.firstIndex { language == $0 || language.hasPrefix($0 + "-") }
      let form = TranscriptReader.Form(type: transcript.type, name: transcript.url.path)
      return (place ?? languages.count) * 10 + form.rank
    }
    return transcripts.enumerated().sorted {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }
    .map(\.element)
  }
}

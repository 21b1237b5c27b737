import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Finds the chapters of episodes: in a separate file (Podcasting 2.0), when the episode plays, or
/// else in the media. Each field of the feed takes precedence. Another inspector handles all other
/// tracks.
///
/// ```swift
/// let base = MediaInspector(resolvers: [PodcastResolver(client: client)])
/// queue.inspector = PodcastInspector(client: client, base: base)
/// ```
public struct PodcastInspector: MediaInspecting {
  private let client: PodcastClient
  private let base: (any MediaInspecting)?

  /// Creates an inspector.
  ///
  /// - Parameter client: The client that sends the requests.
  /// - Parameter base: The inspector of media; `nil` for none.
  public init(client: PodcastClient, base: (any MediaInspecting)? = nil) {
    self.client = client
    self.base = base
  }

  /// Returns where to find a track's chapters. The feed names the chapter file, often on an
  /// otherwise unrelated host. For all other tracks, asks `base`.
  public func place(of track: any Track) -> InspectionPlace? {
    let hasFile = (track as? PodcastTrack)?.chaptersFile != nil
    return hasFile ? .elsewhere : base?.place(of: track)
  }

  /// Returns the chapters of an episode. For episodes without any and for other tracks, returns the
  /// result of `base`.
  public func inspect(_ track: any Track) async throws -> TrackMetadata {
    guard let episode = track as? PodcastTrack, episode.chaptersFile != nil else {
      return try await look(into: track)
    }
    do {
      var found = TrackMetadata()
      found.chapters = try await client.chapters(of: episode)
      if !found.chapters.isEmpty || base?.place(of: track) == nil { return found }
    } catch {
      guard base?.place(of: track) != nil, !Task.isCancelled else { throw error }
    }
    return try await look(into: track)
  }

  private func look(into track: any Track) async throws -> TrackMetadata {
    guard let base else {
      throw PlayerError(.inspectionRefused, "The item has no contents to open.")
    }
    return try await base.inspect(track)
  }
}

extension PodcastClient {
  private static let largestChapters = 2 << 20

  /// Returns the chapters in an episode's feed, or else in its chapter file. Empty if it has none.
  ///
  /// Leaves out hidden chapters (`toc: false`), and addresses of a private feed that have a query.
  ///
  /// - Throws: `PlayerError`, `CancellationError`.
  public func chapters(of track: PodcastTrack) async throws -> [Chapter] {
    guard track.metadata.chapters.isEmpty, let url = track.chaptersFile else {
      return track.metadata.chapters
    }
    let data = try await file(of: track, at: url, largest: Self.largestChapters).body
    do {
      return try PodcastInspector.chapters(data, at: url, isPrivate: track.isPrivate)
    } catch {
      throw PlayerError(.malformedReply, "The file holds no chapters.")
    }
  }

  /// Returns a file that an episode names.
  func file(of track: PodcastTrack, at url: URL, largest: Int) async throws -> HTTPTransportResponse
  {
    do {
      let reach: NetworkScope = track.leadsAnywhere ? fetcher.reach : .publicAlone
      return try await file(url, reach: reach, largest: largest)
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
  }
}

extension PodcastInspector {
  /// Parses the document of `podcast:chapters`.
  static func chapters(_ data: Data, at url: URL, isPrivate: Bool) throws -> [Chapter] {
    let document = try JSONDecoder().decode(JSONValue.self, from: data)
    guard let members = document["chapters"]?.array else {
      throw PlayerError(.malformedReply, "The file holds no chapters.")
    }
    func address(_ value: JSONValue?) -> URL? {
      FeedAddress.url(value?.string, base: url).flatMap {
        isPrivate && PodcastFeed.mayHoldSecret($0) ? nil : $0
      }
    }
    func time(_ value: JSONValue?) -> Duration? {
      FeedTime.position(seconds: value?.number ?? value?.string.flatMap { Double($0) })
    }
    let chapters = members.prefix(FeedBuilder.maximumChapters).compactMap { member -> Chapter? in
      guard member["toc"]?.bool != false, let start = time(member["startTime"]) else { return nil }
      return Chapter(
        title: member["title"]?.string.flatMap { FeedWords.line($0, longest: 500) },
        start: start,
        end: time(member["endTime"]).flatMap { $0 > start ? $0 : nil },
        link: address(member["url"]),
        artwork: address(member["img"]).map { Artwork($0) }
      )
    }
    return chapters.sorted { $0.start < $1.start }
  }
}

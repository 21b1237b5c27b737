import PlayerKitSystem
import Foundation
import PlayerKitHTTP
import PlayerKitServices
import PlayerKit

/// Finds the chapters of episodes: in a file of their own (Podcasting 2.0), while the episode is heard, else in
/// the media. What the feed tells wins, field by field. What else a queue asks goes to another inspector.
///
/// ```swift
/// let base = MediaInspector(resolvers: [PodcastResolver(client: client)])
/// queue.inspector = PodcastInspector(client: client, base: base)
/// ```
public struct PodcastInspector: MediaInspecting {
  private let client: PodcastClient
  private let base: (any MediaInspecting)?

  /// Makes an inspector.
  ///
  /// - Parameter base: who looks into media; `nil`: nobody.
  public init(client: PodcastClient, base: (any MediaInspecting)? = nil) {
    self.client = client
    self.base = base
  }

  /// The file of an episode's chapters is where the feed says, often at a host that has nothing else of it. Of all
  /// else `base` says it.
  public func place(of track: any Track) -> InspectionPlace? {
    let hasFile = (track as? PodcastTrack)?.chaptersFile != nil
    return hasFile ? .elsewhere : base?.place(of: track)
  }

  /// The chapters of an episode; where its file has none, and of other tracks, what `base` finds.
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
      throw PlayerError(.inspectionRefused, "There is nothing to look into.")
    }
    return try await base.inspect(track)
  }
}

extension PodcastClient {
  private static let largestChapters = 2 << 20

  /// The chapters of an episode: those in the feed, else those in its file; empty where it has none.
  ///
  /// Hidden chapters (`toc: false`) are left out. Of a private feed no address with a query is taken over.
  ///
  /// - Throws: `PlayerError`, `CancellationError`.
  public func chapters(of track: PodcastTrack) async throws -> [Chapter] {
    guard track.metadata.chapters.isEmpty, let url = track.chaptersFile else {
      return track.metadata.chapters
    }
    let data = try await file(of: track, at: url, largest: Self.largestChapters).body
    do {
      return try PodcastChapters.chapters(data, at: url, isPrivate: track.isPrivate)
    } catch {
      throw PlayerError(.malformedReply, "The file holds no chapters.")
    }
  }

  /// A file that an episode names.
  func file(of track: PodcastTrack, at url: URL, largest: Int) async throws -> HTTPReply {
    do {
      let reach: NetworkScope = track.leadsAnywhere ? fetcher.reach : .publicAlone
      return try await file(url, reach: reach, largest: largest)
    } catch let error as CatalogError {
      throw PlayerError(error)
    }
  }
}

/// The document of `podcast:chapters`.
enum PodcastChapters {
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
    let chapters = members.prefix(FeedBuilder.mostChapters).compactMap { member -> Chapter? in
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

import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitServices

/// Makes tracks of what a person typed. What an item is, the library decides.
///
/// Nothing is thrown: what names nothing becomes a track that fails when it is reached, so that it
/// is reported in its place like every other bad item.
struct ItemReader: Sendable {
  private let apple: AppleMusicItems
  private let spotify: SpotifyItems
  private let deezer: DeezerItems

  init(services: Services) {
    apple = AppleMusicItems(services: services)
    spotify = SpotifyItems(client: services.spotify)
    deezer = DeezerItems(client: services.deezer)
  }

  /// The tracks of an item that no service has to be asked for; `nil`: one has to be.
  static func tracksAtOnce(for item: String) -> [any Track]? {
    switch MusicReference(item) {
    case .link: nil
    case .plain: [URLTrack(item: item)]
    case .unrecognised(let link): [track(of: item, link)]
    }
  }

  private static func track(of item: String, _ link: UnrecognisedLink) -> any Track {
    if link.service != nil {
      return FailedItem(item, PlayerError(.invalidItem, "This is \(link)."))
    }
    // `name:…` without slashes would be taken for a path.
    if link.reason == .unsupportedScheme, !item.contains("://") {
      return FailedItem(item, PlayerError(.blockedURL, "This is \(link)."))
    }
    return URLTrack(item: item)
  }

  /// The tracks of each item, in the order of the items. Songs are looked up together.
  func tracks(for items: [String]) async -> [[any Track]] {
    let links = items.map { item -> MusicLink? in
      if case .link(let link) = MusicReference(item) { link } else { nil }
    }
    let appleSongs = links.compactMap(\.self).filter {
      $0.service == .appleMusic && $0.kind == .song
    }
    let songs = await apple.songs(of: appleSongs)
    return await withTaskGroup(of: (Int, [any Track]).self) { group in
      var result = items.map { Self.tracksAtOnce(for: $0) ?? [] }
      for (index, link) in links.enumerated() {
        guard let link else { continue }
        if let song = songs[link] {
          result[index] = [song]
          continue
        }
        group.addTask {
          do {
            return (index, try await tracks(of: link))
          } catch {
            return (index, [FailedItem(items[index], PlayerError(item: error))])
          }
        }
      }
      for await (index, tracks) in group { result[index] = tracks }
      return result
    }
  }

  private func tracks(of link: MusicLink) async throws -> [any Track] {
    switch link.service {
    case .appleMusic: return try await apple.tracks(of: link)
    case .spotify: return try await spotify.tracks(of: link)
    case .deezer: return try await deezer.tracks(of: link)
    default: throw PlayerError(.blockedURL, "Items of \(link.service) are not played here.")
    }
  }

  /// The tracks of one item.
  func tracks(for item: String) async -> [any Track] {
    await tracks(for: [item]).first ?? []
  }
}

extension PlayerError {
  /// What kept an item from being looked up.
  init(item error: any Error) {
    if let error = error as? CatalogError {
      self.init(error)
    } else {
      self.init(resolving: error)
    }
  }
}

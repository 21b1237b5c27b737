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

  init(services: Services) {
    apple = AppleMusicItems(services: services)
  }

  /// The tracks of an item that no service has to be asked for; `nil`: one has to be.
  static func tracksAtOnce(for item: String) -> [any Track]? {
    switch MusicReference(item) {
    case .link(let link) where link.service != .appleMusic:
      [FailedItem(item, PlayerError(.blockedURL, "Items of \(link.service) are not played here."))]
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
      guard case .link(let link) = MusicReference(item) else { return nil }
      return link.service == .appleMusic ? link : nil
    }
    let songs = await apple.songs(of: links.compactMap(\.self).filter { $0.kind == .song })
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
            return (index, try await apple.tracks(of: link))
          } catch {
            return (index, [FailedItem(items[index], PlayerError(item: error))])
          }
        }
      }
      for await (index, tracks) in group { result[index] = tracks }
      return result
    }
  }

  /// The tracks of one item.
  func tracks(for item: String) async -> [any Track] {
    await tracks(for: [item]).first ?? []
  }
}

/// An item that names nothing that can be played: fails when it is reached.
struct FailedItem: URLPlayable {
  let id: String
  let error: PlayerError

  init(_ item: String, _ error: PlayerError) {
    id = item
    self.error = error
  }

  var metadata: TrackMetadata { TrackMetadata() }

  func mediaSource() throws(PlayerError) -> MediaSource { throw error }
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

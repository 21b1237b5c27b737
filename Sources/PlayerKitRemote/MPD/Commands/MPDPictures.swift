import Foundation
import PlayerKit
import PlayerKitMedia
import PlayerKitSystem

/// Loads the pictures that clients request in chunks. Threads: any.
final class MPDPictures: Sendable {
  /// The number of names whose pictures are cached, since a client requests each chunk separately.
  private static let most = 16

  /// The requested size of the longer side, in pixels.
  private static let pixels = 600

  private let loader: ArtworkLoader
  private let library: MPDLibrary
  private let known = Locked<[(name: String, artwork: Artwork?)]>([])

  init(_ loader: ArtworkLoader, _ library: MPDLibrary) {
    self.loader = loader
    self.library = library
  }

  /// Returns the picture for a name. `nil` if there is none.
  ///
  /// - Parameters:
  ///   - entry: The entry of that name, if it is known.
  ///   - queue: The queue to search otherwise.
  func picture(
    named name: String,
    of entry: QueueEntry?,
    in queue: PlayQueue
  ) async throws(MPDError) -> ArtworkImage? {
    guard let artwork = try await artwork(named: name, of: entry, in: queue) else { return nil }
    do throws(PlayerError) {
      return try await loader.image(for: artwork, atLeast: Self.pixels)
    } catch {
      throw MPDError(.system, "The picture could not be had")
    }
  }

  private func artwork(
    named name: String,
    of entry: QueueEntry?,
    in queue: PlayQueue
  ) async throws(MPDError) -> Artwork? {
    if let entry, let artwork = entry.metadata.artwork { return artwork }
    if let found = known.withLock({ $0.first { $0.name == name } }) { return found.artwork }
    var artwork: Artwork??
    if let entry {
      artwork = await lookInto(entry.track)
    } else if let entry = queue.first(where: { library.names.address(of: $0.track) == name }) {
      artwork = entry.metadata.artwork
    } else {
      let items = try await library.items(named: name, else: .noSuchSong)
      artwork = items.first?.metadata.artwork
    }
    let found = artwork ?? nil
    known.withLock { known in
      known.insert((name, found), at: 0)
      if known.count > Self.most { known.removeLast() }
    }
    return found
  }

  /// Reads the cover of a local file that has not been inspected yet, because a client asks only
  /// once and then remembers the absence. Asks no server.
  private func lookInto(_ track: any Track) async -> Artwork? {
    guard let inspector = library.context.queue.inspector, inspector.place(of: track) == .local
    else { return nil }
    return try? await inspector.inspect(track).artwork
  }
}

extension MPDInterpreter {
  func pictures(
    _ name: String,
    _ arguments: MPDArguments,
    _ client: MPDClient
  ) throws(MPDError) -> MPDResult? {
    guard name == "albumart" || name == "readpicture" else { return nil }
    let offset = try arguments.number(1)
    let file = arguments[0]
    let entry = entry(named: file)
    if MPDNames.number(in: file) != nil, entry == nil {
      throw name == "albumart" ? MPDError(.noSuchThing, "No file exists") : .noSuchSong
    }
    let (queue, limit) = (versions.queue, client.binaryLimit)
    return .later { [covers] in
      let image: ArtworkImage?
      do throws(MPDError) {
        image = try await covers.picture(named: file, of: entry, in: queue)
      } catch {
        throw error == .noSuchSong && name == "albumart"
          ? MPDError(.noSuchThing, "No file exists") : error
      }
      guard let image else {
        if name == "readpicture" { return .nothing }
        throw MPDError(.noSuchThing, "No file exists")
      }
      guard offset <= image.data.count else {
        throw MPDError(
          .argument,
          name == "albumart" ? "Offset too large" : "Bad file offset"
        )
      }
      let part = image.data.dropFirst(offset).prefix(limit)
      var response = MPDResponse()
      response.add("size", image.data.count)
      if name == "readpicture" { response.add("type", image.format.rawValue) }
      response.add("binary", part.count)
      response.add(binary: part)
      return .lines(response)
    }
  }
}

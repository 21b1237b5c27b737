import Foundation
import PlayerKit
import PlayerKitDiscovery
import PlayerKitInspection
import PlayerKitMusicBrainz
import PlayerKitServices

/// Makes a radio from text that a user typed.
struct RadioStart: Sendable {
  /// The start of a radio.
  struct Start: Sendable {
    /// The first items of the queue. An unavailable item fails when it is played.
    var items: [QueueItem]
    /// The source of further tracks, or `nil` for none.
    var source: (any QueueSource)?
    /// A problem that does not prevent the start.
    var complaint: String?
  }

  let services: MusicServices
  /// The client for MusicBrainz, or `nil` to make no requests to it.
  let musicBrainz: MusicBrainzClient?
  /// The seed for random choices, or `nil` for a random one.
  let chance: UInt64?

  /// - Parameters:
  ///   - count: The number of tracks, or `nil` for no limit.
  ///   - isWhole: Whether to find all tracks before the start.
  func start(from text: String, count: Int?, isWhole: Bool) async throws -> Start {
    do {
      let (seed, first) = try await read(text)
      let radio = radio(from: seed)
      var items = first
      do {
        items += try await radio.start(behind: first.map(\.track))
      } catch let error as RadioError where !first.isEmpty && !isWhole {
        // The first track can play anyway. The queue asks the source again later.
        return Start(items: first, source: radio, complaint: error.message)
      }
      while isWhole, items.count < count ?? 0 { items += try await radio.start() }
      let source: any QueueSource =
        if let count { CountedSource(radio, count: count - items.count) } else { radio }
      return Start(items: Array(items.prefix(count ?? items.count)), source: isWhole ? nil : source)
    } catch let error as CancellationError {
      throw error
    } catch {
      var failure = PlayerError(radio: error)
      if let error = error as? RadioError, error.code == .nothingFound, error.failures.isEmpty {
        let names = sources.map(\.service.rawValue).joined(separator: ", ")
        failure = PlayerError(
          .notFound,
          names.isEmpty
            ? "No service is set up that knows what is like what."
            : "None of \(names) knows what to play for this; is the name as it is there?",
          underlying: error
        )
      }
      return Start(items: [QueueItem(FailedItem(text, failure))])
    }
  }

  private func radio(from seed: RadioSeed) -> RadioSource {
    var settings = Discovery.Settings()
    settings.playerTypes = Set(services.resolvers.map(\.playerType))
    let discovery = Discovery(sources: sources, settings: settings)
    return RadioSource(
      seed: seed,
      discovery: discovery,
      chance: chance ?? .random(in: .min ... .max)
    )
  }

  private var sources: [any DiscoverySource] {
    services.discoverySources
      + [musicBrainz.map { MusicBrainzDiscovery(client: $0) }].compactMap(\.self)
  }

  // MARK: - The seed

  /// Returns the seed, and the items to play before the radio's own.
  private func read(_ text: String) async throws -> (RadioSeed, [QueueItem]) {
    for (prefix, seed) in Self.names {
      guard text.lowercased().hasPrefix(prefix) else { continue }
      let name = String(text.dropFirst(prefix.count))
      guard name.contains(where: { !$0.isWhitespace }) else {
        throw PlayerError(.invalidItem, "A name is missing behind \(prefix)")
      }
      return (seed(name), [])
    }
    if case .link(let link) = MusicReference(text, recognizers: services.recognizers),
      link.kind == .artist
    {
      return (try await artist(of: link), [])
    }
    return try await item(text)
  }

  private static let names: [(String, @Sendable (String) -> RadioSeed)] = [
    ("artist:", { .artist(ArtistReference($0)) }), ("genre:", { .genre($0) }),
  ]

  /// The artist of a link, by the name in its tracks.
  private func artist(of link: MusicLink) async throws -> RadioSeed {
    let tracks = try await services.tracks(of: link)
    guard var artist = tracks.lazy.compactMap({ ArtistReference(of: $0.metadata) }).first else {
      throw PlayerError(
        .invalidItem,
        "Its tracks name no artist to start a radio from. Choose another item."
      )
    }
    artist.ids[link.service] = link.id
    return .artist(artist)
  }

  private func item(_ text: String) async throws -> (RadioSeed, [QueueItem]) {
    let items = await ItemReader(services: services, lists: ListItems()).items(for: text)
    if let failed = items.first?.track as? FailedItem, items.count == 1 { throw failed.error }
    guard items.count == 1, let item = items.first else {
      return (.history(items.map(\.metadata)), [])
    }
    var metadata = item.metadata
    if ArtistReference(of: metadata) == nil {
      let inspector = services.inspector(MediaInspector(.init(), resolvers: services.resolvers))
      metadata = metadata.filled(from: try await inspector.inspect(item.track))
    }
    guard let artist = ArtistReference(of: metadata) else {
      throw PlayerError(
        .invalidItem,
        "It names no artist to start a radio from. Choose another item."
      )
    }
    let reason = DiscoveryReason(.seed, subject: metadata.title, artist: artist.name)
    return (.track(metadata), [QueueItem(item.track, because: reason)])
  }
}

/// Limits a source to a number of tracks.
private actor CountedSource: QueueSource {
  private let source: any QueueSource
  private var left: Int

  init(_ source: any QueueSource, count: Int) {
    self.source = source
    left = count
  }

  func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
    guard left > 0 else { return [] }
    let items = try await source.more(for: request).prefix(left)
    left -= items.count
    return Array(items)
  }
}

extension PlayerError {
  /// Makes the error for a radio that can't start.
  fileprivate init(radio error: any Error) {
    switch error {
    case let error as PlayerError: self = error
    case let error as CatalogError: self.init(error)
    case let error as RadioError:
      let code: Code = error.code == .unavailable ? .unreachable : .notFound
      self.init(code, error.message, underlying: error)
    default: self.init(resolving: error)
    }
  }
}

import Foundation
import PlayerKit
import PlayerKitServices

/// The catalogs of the services, as MPD's database. Threads: any.
struct MPDLibrary: Sendable {
  /// The default number of results per service.
  static let usual = 100
  /// The maximum number of results per service.
  static let most = 500
  /// The maximum number of pages to load from a service.
  static let maximumPages = 4

  let context: RemoteContext
  let names: MPDNames
  let answers: ServiceAnswers

  init(_ context: RemoteContext, answers: ServiceAnswers = ServiceAnswers()) {
    self.context = context
    self.answers = answers
    names = MPDNames(recognizers: context.services.recognizers)
  }

  // MARK: - Items

  /// Returns the items for a name.
  func items(named name: String, else missing: MPDError) async throws(MPDError) -> [QueueItem] {
    do throws(PlayerError) {
      let items = try await context.items.items(for: name)
      guard !items.isEmpty else { throw PlayerError(.notFound, "There is nothing in it.") }
      return items
    } catch {
      if error.code != .blockedURL, isLink(name) { throw MPDError(.noSuchThing, error.message) }
      throw Self.failure(error, named: name, else: missing)
    }
  }

  /// Returns whether the name is a link of a service.
  private func isLink(_ name: String) -> Bool {
    if case .link = MusicReference(name, recognizers: context.services.recognizers) {
      true
    } else {
      false
    }
  }

  private static func failure(
    _ error: PlayerError,
    named name: String,
    else missing: MPDError
  ) -> MPDError {
    let scheme = name.range(of: "://").map { name[..<$0.lowerBound].lowercased() }
    switch error.code {
    case .notFound, .invalidItem, .blockedURL:
      guard let scheme else { return missing }
      guard ["file", "http", "https"].contains(scheme) else {
        return MPDError(.argument, "Unsupported URI scheme")
      }
      return error.code == .blockedURL ? MPDError(.permission, "Access denied") : missing
    default: return MPDError(.system, error.message)
    }
  }

  // MARK: - Searching

  /// A search result, with the data to load it.
  struct Found: Sendable {
    var song: MPDSong
    /// The catalog's entry. `nil` if a client named the song.
    var entry: CatalogEntry?
    var link: MusicLink? { entry?.link }
    var artwork: Artwork?
  }

  /// Returns the songs that match a query.
  func songs(_ query: MPDQuery) async throws(MPDError) -> [Found] {
    let found: [Found]
    if let file = query.filter.file {
      found = await named(file).filter { query.filter.takes($0.song) }
    } else {
      found = try await lookUp(query, for: Self.songKinds, as: .title)
    }
    return Self.sorted(found, query)
  }

  /// Returns the values of a tag among the matches of a query. Searches for albums or artists if
  /// these have all compared tags, otherwise for songs.
  func values(of tag: MPDTag, _ query: MPDQuery) async throws(MPDError) -> [Found] {
    let compared = query.filter.tags
    let artists: Set<MPDTag> = [.artist, .albumArtist]
    return if tag == .album, compared.isSubset(of: artists.union([.album])) {
      try await lookUp(query, for: [[.album]], as: .album)
    } else if artists.contains(tag), compared.isSubset(of: artists) {
      try await lookUp(query, for: [[.artist]], as: .artist)
    } else {
      try await lookUp(query, for: Self.songKinds, as: .title)
    }
  }

  private static let songKinds: [[MusicLink.Kind]] = [[.song], [.station, .episode]]

  private func named(_ file: String) async -> [Found] {
    let items = (try? await context.items.items(for: file)) ?? []
    return items.map { item in
      Found(
        song: MPDSong(file: names.address(of: item.track) ?? file, metadata: item.metadata),
        artwork: item.metadata.artwork
      )
    }
  }

  /// - Parameter kinds: The kinds to search for. Each service uses the first group that it
  ///   supports.
  private func lookUp(
    _ query: MPDQuery,
    for kinds: [[MusicLink.Kind]],
    as role: MPDTag
  ) async throws(MPDError) -> [Found] {
    let term = query.filter.words.joined(separator: " ")
    guard !term.isEmpty else { return [] }
    let wanted = min(query.window?.end ?? Self.usual, Self.most)
    let filter = query.filter.withoutBase
    let results = await answers.answers(of: catalogs(within: query.filter.base)) { catalog in
      try await look(in: catalog, for: term, kinds, role, filter, wanted)
    }
    let found = results.compactMap { try? $0.get() }
    // If one service fails, the results of the others still count.
    if found.isEmpty, !results.isEmpty { throw MPDError(.system, "The services did not answer") }
    return ResultMerger(term).merged(found) { $0.entry }.compactMap(\.first)
  }

  private func look(
    in catalog: any SearchableCatalog,
    for term: String,
    _ kinds: [[MusicLink.Kind]],
    _ role: MPDTag,
    _ filter: MPDFilter,
    _ wanted: Int
  ) async throws -> [Found] {
    let kinds =
      kinds.lazy.map { $0.filter(catalog.searchableKinds.contains) }
      .first { !$0.isEmpty } ?? []
    var found: [Found] = []
    for kind in kinds {
      var page: CatalogPage? = try await catalog.search(term, for: kind, limit: wanted)
      var pages = 0
      while let current = page, found.count < wanted, pages < Self.maximumPages {
        found += current.entries.compactMap { Self.found($0, as: role) }
          .filter { filter.takes($0.song) }
        pages += 1
        page = found.count < wanted && pages < Self.maximumPages ? try await current.next() : nil
      }
    }
    return Array(found.prefix(wanted))
  }

  static func found(_ entry: CatalogEntry, as role: MPDTag = .title) -> Found? {
    guard let file = entry.item else { return nil }
    var song = MPDSong(entry, file: file)
    switch role {
    case .album:
      song.metadata.album = entry.title
      song.metadata.title = nil
    case .artist:
      song.metadata.artist = entry.title
      song.metadata.details.albumArtist = entry.title
      song.metadata.title = nil
    default: break
    }
    return Found(song: song, entry: entry, artwork: entry.artworkURL.map { Artwork($0) })
  }

  private func catalogs(within base: String?) -> [any SearchableCatalog] {
    guard let base, !base.isEmpty else { return context.services.catalogs }
    return context.services.searchable.filter { type(of: $0).name == base && $0.isConfigured }
      .map(\.catalog)
  }

  private static func sorted(_ found: [Found], _ query: MPDQuery) -> [Found] {
    var found = found
    if let sort = query.sort {
      let keys = found.map { $0.song.values(of: sort.tag).first ?? "" }
      let order = found.indices.sorted { a, b in
        keys[a] == keys[b] ? a < b : (keys[a] < keys[b]) != sort.isDescending
      }
      found = order.map { found[$0] }
    }
    guard let window = query.window else { return Array(found.prefix(most)) }
    return window.within(found.count).map { Array(found[$0]) } ?? []
  }

  /// Returns the number of songs in the catalogs that report it.
  func songCount() async -> Int {
    let counts = await answers.answers(of: context.services.catalogs) { catalog in
      [try await catalog.songCount() ?? 0]
    }
    return counts.reduce(0) { $0 + ((try? $1.get().first) ?? 0) }
  }

  // MARK: - Browsing

  /// Returns the content of a container.
  func contents(of name: String) async throws(MPDError) -> [CatalogEntry] {
    guard case .link(let link) = MusicReference(name, recognizers: context.services.recognizers),
      let service = context.services.service(of: link) as? any SearchableService
    else { throw .noSuchDirectory }
    let answer = await answers.answers(of: [service]) { service in
      try await service.catalog.contents(of: link, limit: Self.most).entries
    }
    do {
      return try answer.first?.get() ?? []
    } catch let error as CatalogError {
      throw error.code == .notFound || error.code == .invalidArgument
        ? .noSuchDirectory : MPDError(.system, error.message)
    } catch {
      throw MPDError(.system, "The service did not answer")
    }
  }
}

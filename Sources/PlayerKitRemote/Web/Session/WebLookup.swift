import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Looks up items for a page, only with the services of the app.
struct WebLookup: Sendable {
  let hub: WebSessions

  /// The maximum number of results per service.
  static let maximumFound = 40
  /// The maximum number of these tracks to send.
  static let maximumShown = 300

  /// Asks services concurrently and calls `tell` after each answer. Omits songs that another
  /// service has already found. Each result has a score, by which the page ranks all of them.
  ///
  /// - Returns: The last part of the answer.
  func search(
    _ search: WebSearch,
    id: Int,
    tell: @escaping @Sendable (WebFound) -> Void
  ) async -> WebMessage {
    let kind = MusicLink.Kind(rawValue: search.kind)
    let asked = hub.context.services.searchable.filter { service in
      let name = type(of: service).name
      return service.isConfigured && service.catalog.searchableKinds.contains(kind)
        && (search.services.isEmpty || search.services.contains(name))
    }
    guard !asked.isEmpty else { return .failed(id, WebFailure(.cannotSearch)) }
    await withTaskGroup(of: Found.self) { group in
      for service in asked { group.addTask { await found(by: service, search.term, kind) } }
      var songs = SameSongs()
      let merger = ResultMerger(search.term)
      for await found in group {
        let new = songs.new(found.entries) { $0 }
        let entries = zip(new, merger.scores(of: new)).map { new, score in
          var result = entry(new)
          result.score = score
          return result
        }
        .fitting(bytes: \.size)
        tell(
          WebFound(id: id, service: found.service, entries: Array(entries), error: found.error)
        )
      }
    }
    return .done(id, WebOutcome())
  }

  /// Looks up the content of an item.
  ///
  /// - Parameter keep: Receives the tracks that a page may add at once.
  func open(
    _ text: String,
    id: Int,
    keep: @Sendable (WebOpenItems) -> Void
  ) async -> WebMessage {
    let items: [QueueItem]
    do { items = try await hub.context.items.items(for: text) } catch {
      return .failed(id, WebFailure(error))
    }
    guard !items.isEmpty else { return .failed(id, WebFailure(.nothingInside)) }
    if Task.isCancelled { return .failed(id, WebFailure(.cancelled)) }
    let entries = items.prefix(Self.maximumShown).map(entry).fitting(bytes: \.size)
    keep(WebOpenItems(id: id, items: items, shownCount: entries.count))
    return .opened(WebOpened(id: id, count: items.count, entries: Array(entries)))
  }

  /// Adds the items with these names to the queue.
  func add(_ texts: [String], _ place: WebPlace, id: Int) async -> WebMessage {
    var items: [QueueItem] = []
    var failure: WebFailure?
    for text in texts {
      do { items += try await hub.context.items.items(for: text) } catch {
        failure = failure ?? WebFailure(error)
      }
      if Task.isCancelled { return .failed(id, WebFailure(.cancelled)) }
    }
    guard !items.isEmpty else {
      return .failed(id, failure ?? WebFailure(.nothingToPlay))
    }
    return add(items, place, id: id)
  }

  /// Adds items to the queue.
  func add(_ items: [QueueItem], _ place: WebPlace, id: Int) -> WebMessage {
    let queue = hub.context.queue
    guard queue.entries.count + items.count <= RemoteContext.maximumEntries else {
      return .failed(id, WebFailure(.queueFull))
    }
    switch place {
    case .now:
      // Insert before the entries that are queued to play next, so that they still play.
      let first = try? queue.edit { (entries) throws(QueueError) -> EntryID? in
        guard !entries.isShuffled, let current = entries.currentIndex else {
          return entries.playNext(items).first
        }
        return try entries.insert(items, at: current + 1).first
      }
      if let first { try? queue.play(first) }
    case .next: queue.playNext(items)
    case .later: queue.playLater(items)
    }
    return .done(id, WebOutcome(added: items.count))
  }

  /// The answer of one service.
  private struct Found: Sendable {
    var service: String
    var entries: [CatalogEntry] = []
    var error: WebFailure?
  }

  private func found(
    by service: any SearchableService,
    _ term: String,
    _ kind: MusicLink.Kind
  ) async -> Found {
    var found = Found(service: type(of: service).name)
    do {
      let page = try await service.catalog.search(term, for: kind, limit: Self.maximumFound)
      found.entries = Array(page.entries.prefix(Self.maximumFound))
    } catch {
      found.error = WebFailure(error)
    }
    return found
  }

  private func entry(_ entry: CatalogEntry) -> WebFound.Entry {
    let item = entry.item.flatMap { $0.utf8.count <= WebRequest.longestText ? $0 : nil }
    return WebFound.Entry(
      item: item,
      kind: entry.link.kind.rawValue,
      title: entry.title?.cleaned,
      artist: entry.artist?.cleaned,
      album: entry.album?.cleaned,
      duration: entry.duration?.webSeconds,
      cover: entry.artworkURL.map { WebCover.path(ofFound: hub.keep(Artwork($0))) },
      isExplicit: entry.isExplicit,
      hasPreview: entry.hasPreview
    )
  }

  func entry(_ item: QueueItem) -> WebFound.Entry {
    let metadata = item.track.metadata
    return WebFound.Entry(
      item: nil,
      kind: "song",
      title: metadata.title?.cleaned,
      artist: metadata.artist?.cleaned,
      album: metadata.album?.cleaned,
      duration: metadata.duration?.webSeconds,
      cover: metadata.artwork.map { WebCover.path(ofFound: hub.keep($0)) }
    )
  }
}

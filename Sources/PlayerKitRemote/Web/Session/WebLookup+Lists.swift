import PlayerKit
import PlayerKitServices
import PlayerKitSystem

extension WebLookup {
  /// The maximum number of lists of a service.
  static let maximumLists = 200
  /// The number of lists, or of a list's tracks, that are requested and sent at a time.
  static let listPage = 50
  /// The time for the lists of a service, and for a page of tracks.
  static let listTime: Duration = .seconds(20)
  /// The time for all tracks of a list.
  static let wholeListTime: Duration = .seconds(60)

  /// A service with lists of its user.
  struct ListService: Sendable {
    /// The name for the page.
    var name: String
    /// The service of the links.
    var service: CatalogService
    /// Returns the lists.
    var source: any UserListSource
  }

  /// The services with lists, now or after the user signs in.
  var listServices: [ListService] {
    hub.context.services.all.compactMap { service in
      guard let source = service as? any PlayableService & UserListSource, source.offersUserLists
      else { return nil }
      let type = type(of: source)
      return ListService(name: type.name, service: type.links.service, source: source)
    }
  }

  /// Asks services concurrently for lists and calls `tell` for each part of their answers.
  ///
  /// - Returns: The last part of the answer.
  func lists(
    _ wanted: WebLists,
    id: Int,
    tell: @escaping @Sendable (WebFound) -> Void
  ) async -> WebMessage {
    let kind = MusicLink.Kind(rawValue: wanted.kind)
    let asked = listServices.filter { service in
      service.source.userListKinds.contains(kind)
        && (wanted.services.isEmpty || wanted.services.contains(service.name))
    }
    guard !asked.isEmpty else { return .failed(id, WebFailure(.noSuchLists)) }
    await tellLists(of: asked, kind, id: id, tell)
    return .done(id, WebOutcome())
  }

  /// Asks services concurrently for all lists of a kind, each one for a limited time.
  func tellLists(
    of services: [ListService],
    _ kind: MusicLink.Kind,
    id: Int,
    _ tell: @escaping @Sendable (WebFound) -> Void
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for service in services {
        group.addTask {
          do {
            try await hub.clock.within(Self.listTime) {
              try await tellLists(of: service, kind, id: id, tell)
            }
          } catch {
            let failure = WebFailure(error)
            tell(WebFound(id: id, service: service.name, entries: [], error: failure))
          }
        }
      }
    }
  }

  private func tellLists(
    of service: ListService,
    _ kind: MusicLink.Kind,
    id: Int,
    _ tell: @Sendable (WebFound) -> Void
  ) async throws {
    var space = Self.maximumLists
    var page: ListPage<UserList>? = try await service.source.userLists(
      of: kind,
      limit: Self.listPage
    )
    while let current = page {
      let lists = current.members.prefix(space)
      space -= lists.count
      var rest = lists.map(entry)[...]
      while !rest.isEmpty {
        let part = rest.prefix(Self.listPage).fitting(bytes: \.size)
        guard !part.isEmpty else { break }
        rest = rest.dropFirst(part.count)
        tell(WebFound(id: id, service: service.name, entries: Array(part)))
      }
      guard space > 0 else {
        let hasMore = lists.count < current.members.count || current.hasNextBatch
        return tell(WebFound(id: id, service: service.name, entries: [], hasMore: hasMore))
      }
      page = try await current.nextBatch()
    }
  }

  /// Looks up the first tracks of a list.
  ///
  /// - Parameter keep: Receives the tracks that a page may add at once.
  func openList(
    _ name: WebListName,
    id: Int,
    keep: @Sendable (WebOpenItems) -> Void
  ) async -> WebMessage {
    guard let service = listServices.first(where: { $0.name == name.service }) else {
      return .failed(id, WebFailure(.noSuchService))
    }
    let kind = MusicLink.Kind(rawValue: name.kind)
    let link = MusicLink(service: service.service, kind: kind, id: name.id)
    var opened: WebOpenItems
    do {
      opened = try await hub.clock.within(Self.listTime) {
        var opened = WebOpenItems(id: id)
        opened.add(try await service.source.tracks(ofUserList: link, limit: Self.listPage))
        while opened.items.isEmpty, opened.canLoad { try await opened.load() }
        return opened
      }
    } catch {
      return .failed(id, WebFailure(error))
    }
    guard !opened.items.isEmpty else {
      return .failed(id, WebFailure(.nothingToPlay))
    }
    let entries = next(of: &opened)
    keep(opened)
    return .opened(
      WebOpened(id: id, count: opened.items.count, entries: entries, hasMore: opened.hasMore)
    )
  }

  /// Looks up more tracks of a list, if all earlier ones have been sent.
  ///
  /// - Parameter keep: Receives the list with these tracks. Returns `false` if another request has
  ///   changed the list meanwhile.
  func more(
    of opened: WebOpenItems,
    id: Int,
    keep: @Sendable (WebOpenItems) -> Bool
  ) async -> WebMessage {
    var longer = opened
    do {
      if opened.shownCount == opened.items.count {
        longer = try await hub.clock.within(Self.listTime) {
          var longer = opened
          while longer.items.count == opened.items.count, longer.canLoad {
            try await longer.load()
          }
          return longer
        }
      }
    } catch {
      return .failed(id, WebFailure(error))
    }
    let entries = next(of: &longer)
    guard keep(longer) else {
      return .failed(id, WebFailure(.alreadyLoading))
    }
    return .opened(
      WebOpened(
        id: id,
        count: longer.items.count,
        entries: entries,
        from: opened.shownCount,
        hasMore: longer.hasMore
      )
    )
  }

  /// Looks up the rest of a list and adds all of it to the queue.
  ///
  /// - Parameter keep: Receives the list with all tracks.
  func addAll(
    of opened: WebOpenItems,
    _ place: WebPlace,
    id: Int,
    keep: @Sendable (WebOpenItems) -> Void
  ) async -> WebMessage {
    do {
      let whole = try await hub.clock.within(Self.wholeListTime) {
        var whole = opened
        while whole.canLoad { try await whole.load() }
        return whole
      }
      if Task.isCancelled { return .failed(id, WebFailure(.cancelled)) }
      keep(whole)
      return add(whole.items, place, id: id)
    } catch {
      return .failed(id, WebFailure(error))
    }
  }

  /// Returns the next entries to send, and counts them.
  private func next(of opened: inout WebOpenItems) -> [WebFound.Entry] {
    let entries = opened.items.dropFirst(opened.shownCount).prefix(Self.listPage).map(entry)
      .fitting(bytes: \.size)
    opened.shownCount += entries.count
    return Array(entries)
  }

  private func entry(_ list: UserList) -> WebFound.Entry {
    WebFound.Entry(
      item: list.link.id.utf8.count <= WebRequest.longestText ? list.link.id : nil,
      kind: list.link.kind.rawValue,
      title: list.title?.cleaned,
      artist: list.artist?.cleaned,
      cover: list.artwork.map { WebCover.path(ofFound: hub.keep($0)) },
      count: list.count.flatMap { $0 < 0 ? nil : $0 }
    )
  }
}

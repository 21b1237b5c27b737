import Foundation

/// The Apple Music API on the invented catalog. Whoever calls it has checked the developer token.
///
/// An actor: it keeps the library, the ratings and the playlists of one invented user.
actor AppleMusicService {
  /// What differs between users, and the service's habits.
  struct Settings: Sendable {
    /// Seconds of the simulator's clock until an addition to the library can be seen.
    var libraryDelay: TimeInterval = 3
    /// The user's; what is added to the library comes from there.
    var storefront = "us"
    var hasSubscription = true
  }

  private let catalog: InventedCatalog
  private let userTokenIsValid: @Sendable (String?) -> Bool
  private var library: Library
  private(set) var settings: Settings

  init(
    catalog: InventedCatalog,
    settings: Settings = Settings(),
    userTokenIsValid: @escaping @Sendable (String?) -> Bool
  ) {
    self.catalog = catalog
    self.settings = settings
    self.userTokenIsValid = userTokenIsValid
    library = Library(catalog: catalog)
  }

  /// The library, ratings and playlists are as at first.
  func reset() {
    library = Library(catalog: catalog)
  }

  func change(_ change: @Sendable (inout Settings) -> Void) {
    change(&settings)
  }

  func respond(to request: SimulatedRequest) async -> SimulatedResponse {
    do throws(AppleMusicFailure) {
      return try route(request)
    } catch {
      return error.response(id: AppleMusicFailure.occurrence())
    }
  }

  /// An answer of that status in the service's own form: nothing for 401, else an error.
  nonisolated func failure(status: Int) -> SimulatedResponse {
    switch status {
    case 401: return SimulatedResponse(status: 401)
    case 403: return AppleMusicFailure.forbidden.response(id: AppleMusicFailure.occurrence())
    case 404: return AppleMusicFailure.notFound.response(id: AppleMusicFailure.occurrence())
    default:
      let title = status == 500 ? "Upstream Service Error" : StatusPhrase.of(status)
      return AppleMusicFailure(
        status: status,
        code: "\(status)00",
        title: title,
        detail: title
      ).response(id: AppleMusicFailure.occurrence())
    }
  }

  /// 429; the real one never says how long to wait.
  nonisolated func throttled(retryAfter: Int?) -> SimulatedResponse {
    var response = failure(status: 429)
    if let retryAfter { response.headers.append(("Retry-After", String(retryAfter))) }
    return response
  }

  private func route(_ request: SimulatedRequest) throws(AppleMusicFailure) -> SimulatedResponse {
    let segments = request.path.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    guard segments.first == "v1", segments.count > 1 else { throw .unknownPath }
    let rest = Array(segments.dropFirst(2))
    if segments[1] == "me" { return try personal(request, rest) }
    guard request.method == "GET" || request.method == "HEAD" else {
      return SimulatedResponse(status: 405)
    }
    switch segments[1] {
    case "test": return SimulatedResponse(status: 200)
    case "storefronts": return .json(try StorefrontEndpoints(request).answer(rest))
    case "language": return .json(try StorefrontEndpoints(request).languageTag(rest))
    case "catalog": return .json(try fromCatalog(request, rest))
    default: throw .unknownPath
    }
  }

  private func fromCatalog(
    _ request: SimulatedRequest,
    _ segments: [String]
  ) throws(AppleMusicFailure) -> JSON {
    guard let id = segments.first else { throw .notFound }
    guard let storefront = Storefront.named(id) else {
      throw .invalidPath("Unknown storefront '\(id)'")
    }
    let user = request.headers["music-user-token"]
    let userIsKnown = user != nil && userTokenIsValid(user)
    let query = AppleMusicQuery(pairs: request.query)
    var writer = try writer(request, query, storefront)
    let asked = query.pairs.contains { $0.value.contains("library") } || segments.last == "library"
    if userIsKnown, asked {
      let shelf = LibraryStore(library, now: request.now)
      writer.libraryTwins = try LibraryWriter(shelf: shelf, writer: writer).twins()
    }
    return try CatalogEndpoints(
      store: StorefrontCatalog(catalog: catalog, storefront: storefront),
      query: query,
      path: request.path,
      writer: writer,
      userIsKnown: userIsKnown
    ).answer(Array(segments.dropFirst()))
  }

  private func personal(
    _ request: SimulatedRequest,
    _ segments: [String]
  ) throws(AppleMusicFailure) -> SimulatedResponse {
    let token = request.headers["music-user-token"]
    guard let token, userTokenIsValid(token) else { throw .forbidden }
    guard let storefront = Storefront.named(settings.storefront) else { throw .forbidden }
    let query = AppleMusicQuery(pairs: request.query)
    var endpoints = PersonalEndpoints(
      request: request,
      query: query,
      settings: settings,
      writer: try writer(request, query, storefront),
      library: library
    )
    let response = try endpoints.answer(segments)
    library = endpoints.library
    return response
  }

  private func writer(
    _ request: SimulatedRequest,
    _ query: AppleMusicQuery,
    _ storefront: Storefront
  ) throws(AppleMusicFailure) -> ResourceWriter {
    ResourceWriter(
      store: StorefrontCatalog(catalog: catalog, storefront: storefront),
      language: try StorefrontEndpoints.language(query.value("l"), in: storefront),
      shape: try ResponseShape(query),
      mediaBase: request.mediaBase,
      languageParameter: query.value("l")
    )
  }
}

import Foundation
import PlayerKitSystem

/// The Apple Music API for the invented catalog.
///
/// It stores the library, the ratings, and the playlists of one invented user.
final class AppleMusicService: SimulatedService {
  /// The settings of the user and the service.
  struct Settings: Sendable {
    /// The time until an addition to the library becomes visible, in seconds of the simulator's
    /// clock.
    var libraryDelay: TimeInterval = 3
    /// The user's storefront, in which additions to the library are looked up.
    var storefront = "us"
    var hasSubscription = true
  }

  private let catalog: InventedCatalog
  private let userTokenIsValid: @Sendable (String?) -> Bool
  private let library: Locked<Library>
  private let settings: Settings
  private let check: DeveloperTokenCheck?
  var endpoints: [Endpoint] { Self.endpoints }

  /// - Parameter check: Validates the developer token. `nil` accepts any token.
  init(
    catalog: InventedCatalog,
    settings: Settings = Settings(),
    check: DeveloperTokenCheck? = nil,
    userTokenIsValid: @escaping @Sendable (String?) -> Bool
  ) {
    self.catalog = catalog
    self.settings = settings
    self.check = check
    self.userTokenIsValid = userTokenIsValid
    library = Locked(Library(catalog: catalog))
  }

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let authorization = request.headers["authorization"]
    guard check?.accepts(authorization: authorization, now: request.now) != false else {
      return failure(status: 401)
    }
    return try library.withLock { try route(request, &$0) }
  }

  /// A response with a status in the service's own form: no body for 401, an error otherwise. This
  /// includes statuses of gateways, because a gateway's page is a separate kind of fault.
  func failure(status: Int) -> SimulatedResponse {
    switch status {
    case 401: return SimulatedResponse(status: 401)
    case 403: return AppleMusicFailure.forbidden.response
    case 404: return AppleMusicFailure.notFound.response
    default:
      let phrase = SimulatedResponse.phrase(of: status)
      let title = status == 500 ? "Upstream Service Error" : phrase
      return AppleMusicFailure.error(status, "\(status)00", title, title).response
    }
  }

  private func route(
    _ request: SimulatedRequest,
    _ library: inout Library
  ) throws -> SimulatedResponse {
    let segments = request.path.split(separator: "/").map {
      $0.removingPercentEncoding ?? String($0)
    }
    guard segments.first == "v1", segments.count > 1 else { throw AppleMusicFailure.unknownPath }
    let rest = Array(segments.dropFirst(2))
    if segments[1] == "me" { return try personal(request, rest, &library) }
    guard request.isReading else { throw AppleMusicFailure.wrongMethod }
    switch segments[1] {
    case "test": return SimulatedResponse(status: 200)
    case "storefronts": return .json(try StorefrontEndpoints(request: request).answer(rest))
    case "language": return .json(try StorefrontEndpoints(request: request).languageTag(rest))
    case "catalog": return .json(try fromCatalog(request, rest, library))
    default: throw AppleMusicFailure.unknownPath
    }
  }

  private func fromCatalog(
    _ request: SimulatedRequest,
    _ segments: [String],
    _ library: Library
  ) throws -> JSON {
    guard let id = segments.first else { throw AppleMusicFailure.notFound }
    guard let storefront = Storefront.named(id) else {
      throw AppleMusicFailure.invalidPath("Unknown storefront '\(id)'")
    }
    let user = request.headers["music-user-token"]
    let userIsKnown = user != nil && userTokenIsValid(user)
    let query = Query(pairs: request.query)
    var writer = try writer(request, query, storefront)
    let asked = query.pairs.contains { $0.value.contains("library") } || segments.last == "library"
    if userIsKnown, asked {
      let libraryStore = LibraryStore(library, now: request.now)
      writer.libraryTwins = try LibraryWriter(libraryStore: libraryStore, writer: writer).twins()
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
    _ segments: [String],
    _ library: inout Library
  ) throws -> SimulatedResponse {
    let token = request.headers["music-user-token"]
    guard let token, userTokenIsValid(token) else { throw AppleMusicFailure.forbidden }
    guard let storefront = Storefront.named(settings.storefront) else {
      throw AppleMusicFailure.forbidden
    }
    let query = Query(pairs: request.query)
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
    _ query: Query,
    _ storefront: Storefront
  ) throws -> ResourceWriter {
    ResourceWriter(
      store: StorefrontCatalog(catalog: catalog, storefront: storefront),
      language: try StorefrontEndpoints.language(query["l"], in: storefront),
      shape: try ResponseShape(query),
      mediaBase: request.mediaBase,
      languageParameter: query["l"]
    )
  }
}

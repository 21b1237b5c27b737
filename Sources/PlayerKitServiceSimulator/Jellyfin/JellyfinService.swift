import Foundation

/// A Jellyfin server: sign-in by password and by Quick Connect, items, pictures, lyrics, streams
/// with ranges, transcodes from a later second on, and playback reports.
///
/// The names of parameters are case-insensitive, as at the real server.
struct JellyfinService: SimulatedService {
  let catalog: InventedCatalog
  let state: JellyfinState
  let previewStore: PreviewStore

  let endpoints = (JellyfinEndpoints.openRoutes + JellyfinEndpoints.routes).map(\.endpoint)

  func answer(_ request: SimulatedRequest) throws -> SimulatedResponse {
    let fields = JellyfinAuthorization(request.headers["authorization"])
    let endpoints = JellyfinEndpoints(
      request: request,
      writer: JellyfinWriter(catalog: catalog, favorites: state.favorites),
      state: state,
      previewStore: previewStore,
      authorization: fields
    )
    if let answer = try endpoints.answer(from: JellyfinEndpoints.openRoutes) { return answer }
    guard let token = fields["Token"], state.accepts(token) else { return failure(status: 401) }
    guard let answer = try endpoints.answer(from: JellyfinEndpoints.routes) else {
      return failure(status: 404)
    }
    return answer
  }

  /// The server's errors have no body, or a plain text.
  func failure(status: Int) -> SimulatedResponse {
    .text(status, status == 500 ? "Error processing request." : "")
  }
}

/// The fields of `Authorization: MediaBrowser Client="…", DeviceId="…", Token="…"`.
struct JellyfinAuthorization {
  private var fields: [String: String] = [:]

  init(_ text: String?) {
    guard let text, text.hasPrefix("MediaBrowser ") else { return }
    for part in text.dropFirst("MediaBrowser ".count).split(separator: ",") {
      let pair = part.split(separator: "=", maxSplits: 1)
      guard pair.count == 2 else { continue }
      let value = pair[1].trimmingCharacters(in: .init(charactersIn: "\" "))
      fields[pair[0].trimmingCharacters(in: .whitespaces)] = value.removingPercentEncoding ?? value
    }
  }

  subscript(name: String) -> String? { fields[name] }
}

/// The ids of the items: 32 hexadecimal digits.
struct JellyfinIDs: Sendable {
  private let spaces: [(type: String, ids: OpaqueID)]

  init(seed: UInt64) {
    let types = ["Audio", "MusicAlbum", "MusicArtist", "Playlist", "MusicGenre"]
    spaces = types.enumerated().map { number, type in
      (type: type, ids: OpaqueID(kind: UInt64(70 + number), seed: seed))
    }
  }

  func id(_ type: String, _ index: Int) -> String {
    let ids = spaces.first { $0.type == type }?.ids
    return ids?.uuid(index).replacing("-", with: "") ?? ""
  }

  /// The type and the index of an id.
  func item(_ id: String) -> (type: String, index: Int)? {
    guard id.utf8.count == 32 else { return nil }
    var text = id.lowercased()
    for place in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    return spaces.lazy.compactMap { space in
      space.ids.index(uuid: text).map { (type: space.type, index: $0) }
    }
    .first
  }
}

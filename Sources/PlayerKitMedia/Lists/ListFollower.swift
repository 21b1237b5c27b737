import PlayerKit
import PlayerKitPlaylists
import PlayerKitSystem

/// Expands a list to its items. The stream of a list fails with this expansion.
struct ListFollower: Sendable {
  /// The opened source.
  let source: MediaSource
  let settings: ListSettings

  /// Reads the rest of a list.
  ///
  /// - Parameter head: the first bytes, which were already read.
  /// - Returns: the reason why the source can't be played: it expands to several tracks, or can't
  ///   be read.
  func failure(_ head: [UInt8], _ rest: any ByteStream) -> PlayerError {
    do throws(PlayerError) {
      let located = rest as? any LocatedStream
      // Before the rest is read, as an idle transfer may be cut at any time.
      located?.leaveNothing()
      let bytes = try read(head, rest)
      return try expansion(bytes, located?.origin)
    } catch {
      return error
    }
  }

  private func read(_ head: [UInt8], _ rest: any ByteStream) throws(PlayerError) -> [UInt8] {
    var bytes = head
    var piece = [UInt8](repeating: 0, count: 64 << 10)
    let end = SuspendingClock.now + settings.longestRead
    while true {
      let count = try rest.read(into: &piece)
      guard count > 0 else { return bytes }
      bytes += piece.prefix(count)
      guard bytes.count <= limits.bytes else { throw PlayerError(PlaylistError.tooLarge) }
      guard SuspendingClock.now < end else {
        throw PlayerError(.timedOut, "The playlist did not come to its end in time.")
      }
    }
  }

  private func expansion(
    _ bytes: [UInt8],
    _ origin: StreamOrigin?
  ) throws(PlayerError) -> PlayerError {
    guard depth < ListOrigin.maximumDepth else {
      throw PlayerError(.invalidItem, "Playlists lead to playlists without end.")
    }
    let list: Playlist
    do throws(PlaylistError) {
      list = try PlaylistReader(limits: limits)
        .read(bytes, at: location(origin), contentType: origin?.contentType)
    } catch {
      throw PlayerError(error)
    }
    let items = list.withFilesThatAreThere().items(through: trail(origin))
    guard let expansion = TrackExpansion(items) else {
      throw PlayerError(.invalidItem, "The playlist is empty.")
    }
    return PlayerError(expansion)
  }

  // MARK: - Parts

  private var depth: Int { source.listOrigin?.depth ?? 0 }

  private var isRemote: Bool {
    if case .remote = source.location { true } else { false }
  }

  private var limits: PlaylistLimits {
    var limits = isRemote ? PlaylistLimits.server : .local
    if isRemote { limits.entries = max(0, settings.maximumEntries) }
    return limits
  }

  /// Returns the location of the list, after redirects.
  private func location(_ origin: StreamOrigin?) -> PlaylistLocation? {
    switch source.location {
    case .remote(let url): .url(origin?.url ?? url)
    case .file(let path): .path(path)
    case .bytes: nil
    }
  }

  /// Returns the origin of the list's entries.
  private func trail(_ origin: StreamOrigin?) -> ListOrigin {
    var trail =
      source.listOrigin ?? ListOrigin(lists: [], depth: 0, isRemote: false, isPublic: false)
    if case .remote(let url) = source.location { trail.append(url.absoluteString) }
    if let text = location(origin)?.text { trail.append(text) }
    trail.depth += 1
    trail.isRemote = trail.isRemote || isRemote
    // An unknown origin counts as public.
    if isRemote, origin.map({ $0.reach == .publicAlone }) ?? true { trail.isPublic = true }
    return trail
  }
}

/// How lists are read.
package struct ListSettings: Sendable {
  /// The maximum number of entries of a server's list.
  package var maximumEntries: Int
  /// The maximum time to read a list.
  package var longestRead: Duration
  /// Reads the tags of a local file, which order the files of a folder. If `nil`, their names order
  /// them.
  package typealias Tags = @Sendable (_ path: String) -> TrackMetadata?
  package var tags: Tags?

  package init(maximumEntries: Int = 1_000, longestRead: Duration = .seconds(30)) {
    self.maximumEntries = maximumEntries
    self.longestRead = longestRead
  }
}

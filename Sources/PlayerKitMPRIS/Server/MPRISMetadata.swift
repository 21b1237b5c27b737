import Foundation
import PlayerKit
import PlayerKitSystem

/// What is shown of a track, as MPRIS names it.
struct MPRISMetadata: Sendable, Hashable {
  var entry: EntryID
  var track: TrackMetadata
  /// What a live stream says of itself.
  var stream: StreamMetadata?
  /// `nil`: unknown.
  var length: Duration?
  /// The picture; `nil`: none, or not yet there.
  var artwork: String?
  /// Where the track is; `nil`: nobody else could play it.
  var address: String?

  /// - Parameter length: as its player found it; `nil`: it has not.
  init(
    _ entry: QueueEntry,
    stream: StreamMetadata? = nil,
    length: Duration? = nil,
    artwork: String?
  ) {
    self.entry = entry.id
    track = entry.metadata
    self.stream = stream
    self.length = length ?? entry.clip.map(\.duration) ?? track.duration
    self.artwork = artwork
    address = entry.track.publicAddress
  }

  /// The texts of strangers are cut there.
  private static let longestText = 1_000
  private static let mostTexts = 20

  /// As `a{sv}`. What is unknown is left out.
  var values: [String: DBusValue] {
    var values: [String: DBusValue] = ["mpris:trackid": .path(entry.path)]
    if let length, length > .zero { values["mpris:length"] = .int64(length.wholeMicroseconds) }
    values["mpris:artUrl"] = artwork.map { .string($0) }
    let details = track.details
    values["xesam:title"] = text(stream?.title ?? track.title ?? stream?.name)
    values["xesam:album"] = text(track.album ?? stream.flatMap { $0.title == nil ? nil : $0.name })
    values["xesam:artist"] = texts(
      stream?.artist.map { [$0] }
        ?? (details.artists.isEmpty ? [track.artist].compactMap(\.self) : details.artists)
    )
    values["xesam:albumArtist"] = texts([details.albumArtist].compactMap(\.self))
    values["xesam:composer"] = texts(details.composers)
    values["xesam:genre"] = texts(
      details.genres.isEmpty ? [stream?.genre].compactMap(\.self) : details.genres
    )
    values["xesam:comment"] = texts([details.comment].compactMap(\.self))
    values["xesam:trackNumber"] = number(track.trackNumber)
    values["xesam:discNumber"] = number(track.discNumber)
    // As far as the specification allows: the day at least.
    if let date = details.date, date.utf8.count == 10 {
      values["xesam:contentCreated"] = .string(date + "T00:00:00Z")
    }
    values["xesam:url"] = address.map { .string($0) }
    return values
  }

  private func text(_ text: String?) -> DBusValue? {
    guard let text, !text.isEmpty else { return nil }
    return .string(String(text.prefix(Self.longestText)))
  }

  private func texts(_ texts: [String]) -> DBusValue? {
    let texts = texts.filter { !$0.isEmpty }.prefix(Self.mostTexts)
    return texts.isEmpty
      ? nil : .strings(texts.map { String($0.prefix(Self.longestText)) })
  }

  private func number(_ number: Int?) -> DBusValue? {
    number.flatMap { Int32(exactly: $0) }.map { .int32($0) }
  }
}

extension Track {
  /// Where it is, for others: a public address that holds no secret, its page, or a local file.
  fileprivate var publicAddress: String? {
    if let page = metadata.details.page { return URL(page: page.absoluteString)?.absoluteString }
    if let url = URL(publicAddress: id) { return url.absoluteString }
    guard playerType == .url, id.hasPrefix("/") else { return nil }
    return URL(fileURLWithPath: id).absoluteString
  }
}

extension Duration {
  /// The whole microseconds, as many as there is room for.
  var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, isOver) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : sum
  }
}

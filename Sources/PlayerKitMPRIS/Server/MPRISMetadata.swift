import Foundation
import PlayerKit
import PlayerKitSystem

/// The MPRIS metadata of a track.
struct MPRISMetadata: Sendable, Hashable {
  var entry: EntryID
  var track: TrackMetadata
  /// The metadata that a live stream reports.
  var stream: StreamMetadata?
  /// `nil` if unknown.
  var length: Duration?
  /// The address of the picture. `nil` if there is none or it is not loaded yet.
  var artwork: String?
  /// The address of the track. `nil` if no other program could play it.
  var address: String?

  /// - Parameter length: The length reported by the player. `nil` if unknown.
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

  /// The maximum length of external strings.
  private static let longestText = 1_000
  private static let maximumTexts = 20

  /// The metadata as `a{sv}`, without unknown values.
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
    // The specification requires at least the day.
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
    let texts = texts.filter { !$0.isEmpty }.prefix(Self.maximumTexts)
    return texts.isEmpty
      ? nil : .strings(texts.map { String($0.prefix(Self.longestText)) })
  }

  private func number(_ number: Int?) -> DBusValue? {
    number.flatMap { Int32(exactly: $0) }.map { .int32($0) }
  }
}

extension Track {
  /// The address for others: a public URL without secrets, the track's web page, or a local file.
  fileprivate var publicAddress: String? {
    if let page = metadata.details.page { return URL(page: page.absoluteString)?.absoluteString }
    if let url = URL(publicAddress: id) { return url.absoluteString }
    guard playerType == .url, id.hasPrefix("/") else { return nil }
    return URL(fileURLWithPath: id).absoluteString
  }
}

extension Duration {
  /// The duration in whole microseconds, clamped to the range of `Int64`.
  var wholeMicroseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
    guard !overflow else { return seconds < 0 ? .min : .max }
    let (sum, isOver) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000)
    return isOver ? (seconds < 0 ? .min : .max) : sum
  }
}

import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// The result of looking up a track.
enum YTDLPFinding: Sendable {
  case media(YTDLPMedia)
  /// The items that replace the track.
  case list([QueueItem])
}

extension YTDLPClient {
  /// The number of list members per request.
  static let batch = 50

  /// Looks up a track.
  ///
  /// - Parameter isRenewal: Whether to ignore remembered results.
  func find(_ track: YTDLPTrack, isRenewal: Bool = false) async throws -> YTDLPFinding {
    if !isRenewal, let known = memory.media(track.id) { return .media(known) }
    let format = isRenewal ? memory.format(track.id) : nil
    let info = try await answer(track, items: items(of: track.part), formatID: format)
    switch track.part {
    case .member(let number):
      guard let member = info.isList ? info.entries?.first : info else {
        throw YTDLPError(.unavailable, "The page does not have entry \(number) any longer.")
      }
      return .media(try keep(member, for: track))
    case .whole, .rest:
      guard info.isList else { return .media(try keep(info, for: track)) }
      let items = items(of: info, in: track)
      guard !items.isEmpty else {
        throw YTDLPError(.unavailable, "There is nothing to play in the list.")
      }
      return .list(items)
    }
  }

  private func keep(_ info: YTDLP.Info, for track: YTDLPTrack) throws(YTDLPError) -> YTDLPMedia {
    let media = try YTDLPMedia(info, now: clock.date)
    memory.remember(media, for: track.id)
    return media
  }

  /// Returns the range to request: one more than shown, to see whether there are more.
  private func items(of part: YTDLPTrack.Part) -> ClosedRange<Int> {
    switch part {
    case .whole: 1...Self.batch + 1
    case .member(let number): number...number
    case .rest(let first): first...(first &+ Self.batch)
    }
  }

  /// Returns the members of a list, and one item for the rest.
  private func items(of list: YTDLP.Info, in track: YTDLPTrack) -> [QueueItem] {
    let first = if case .rest(let number) = track.part { number } else { 1 }
    let isPublic = track.isNamedByServer || NetworkScope.mayBePublic(track.page)
    let title = list.title?.bounded
    let section = QueueSection(id: "ytdlp:" + UUID().uuidString, title: title)
    let places = list.entries?.places ?? []
    var items: [QueueItem] = []
    func add(_ page: URL, _ part: YTDLPTrack.Part, _ metadata: TrackMetadata) -> YTDLPTrack? {
      // Parts of a page belong to it. Other pages are named by its server.
      let isNamedByServer = part == .whole ? isPublic : track.isNamedByServer
      let track = try? YTDLPTrack(
        page: page,
        part: part,
        metadata: metadata,
        isPreliminary: true,
        readsUnknownSites: track.readsUnknownSites,
        isNamedByServer: isNamedByServer
      )
      guard let track else { return nil }
      // Unknown sites are not searched here, because the address may be the media itself.
      let isUnknown = isNamedByServer && KnownSite(page) == nil
      items.append(
        isUnknown
          ? QueueItem(PageTrack(track), section: section) : QueueItem(track, section: section)
      )
      return track
    }
    for (offset, entry) in places.prefix(Self.batch).enumerated() {
      guard let entry else { continue }
      if entry.isReference {
        guard let page = (entry.url ?? entry.page).flatMap({ URL(string: $0) }), page != track.page
        else { continue }
        _ = add(page, .whole, TrackMetadata(entry))
      } else {
        // A member without its own page is found by its number.
        let number = min(max(entry.index ?? first &+ offset, 1), 1 << 30)
        guard let member = add(track.page, .member(number), TrackMetadata(entry)) else { continue }
        if let media = try? YTDLPMedia(entry, now: clock.date) {
          memory.remember(media, for: member.id)
        }
      }
    }
    let next = first &+ Self.batch
    if places.count > Self.batch, next < 1 << 30 {
      _ = add(track.page, .rest(from: next), TrackMetadata(title: title))
    }
    return items
  }
}

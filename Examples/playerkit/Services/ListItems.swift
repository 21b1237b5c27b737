import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitPlaylists
import PlayerKitServices

/// Replaces lists by their contents: folders, and playlists.
///
/// An unreadable list stays in the queue, and fails when it is reached. So do lists that are nested
/// too deeply, or come after too many others.
struct ListItems: ListExpanding {
  private static let maximumReads = 10

  /// Whether to read tracks with other names as well. Otherwise such a list is replaced only once
  /// it is played.
  var looksIntoAll = false

  private let lookup = ListLookup()

  /// Whether a track is a folder, or has a name like a list.
  func mayBeList(_ track: URLTrack) -> Bool {
    if looksIntoAll, case .remote = try? track.mediaSource().location { return true }
    return isCalledList(track)
  }

  func isCalledList(_ track: URLTrack) -> Bool {
    switch try? track.mediaSource().location {
    case .file(let path):
      AudioFolder.isFolder(path) == true || PlaylistFormat(fileName: path) != nil
    case .remote(let url): PlaylistFormat(fileName: url.path) != nil
    default: false
    }
  }

  /// The contents of a list, or the track itself if it is no list.
  func items(of track: URLTrack) async -> [QueueItem] {
    var waiting = [QueueItem(track)][...]
    var items: [QueueItem] = []
    var reads = 0
    while let item = waiting.popFirst() {
      guard reads < Self.maximumReads, let track = item.track as? URLTrack, mayBeList(track),
        item.clip == nil
      else {
        items.append(item)
        continue
      }
      reads += 1
      if let found = try? await lookup.items(of: track) {
        waiting = found + waiting
      } else {
        items.append(item)
      }
    }
    return items
  }
}

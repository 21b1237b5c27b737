import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitPlaylists
import PlayerKitServices

/// Replaces lists by what they name: folders, and playlists.
///
/// What can't be read stays as it is, and fails when it is reached. So does what lies deeper than lists
/// may lead, or comes after too many of them.
struct ListItems: ListExpanding {
  private static let mostReads = 10

  /// Whether what is called otherwise is looked into, too. Else such a list is replaced once it is played.
  var looksIntoAll = false

  private let lookup = ListLookup()

  /// Whether a track is a folder, or is called as a list is.
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

  /// What a track stands for; itself, where that is no list.
  func items(of track: URLTrack) async -> [QueueItem] {
    var waiting = [QueueItem(track)][...]
    var items: [QueueItem] = []
    var reads = 0
    while let item = waiting.popFirst() {
      guard reads < Self.mostReads, let track = item.track as? URLTrack, mayBeList(track),
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

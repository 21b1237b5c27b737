import PlayerKit
import Testing

@testable import PlayerKitMPV

@Suite("What a live stream said, until it is heard")
struct AnnouncementQueueTests {
  @Test("is told at its position, and only the last of what is due")
  func due() {
    var queue = AnnouncementQueue()
    for (title, offset) in [("a", Int64(0)), ("b", 200), ("c", 500)] {
      queue.add(StreamMetadata(title: title), at: offset)
    }
    #expect(queue.take(at: .seconds(9)) == nil)
    queue.place(bytes: 800, time: .seconds(1))
    queue.place(bytes: 800, time: .seconds(8))
    #expect(queue.take(at: nil) == nil)
    #expect(queue.take(at: .seconds(-1)) == nil)
    #expect(queue.take(at: .zero)?.title == "a")
    #expect(queue.rest(at: .seconds(1)) == .seconds(1))
    #expect(queue.take(at: .seconds(6))?.title == "c")
    #expect(queue.isEmpty)
  }

  @Test("is forgotten with its entry")
  func removed() {
    var playlist = Playlist()
    let entry = PlaylistEntryID(number: 1)
    playlist.open(entry, .bridge)
    playlist[entry]?.announcements.add(StreamMetadata(title: "a"), at: 0)
    #expect(playlist.hasAnnouncements)
    playlist.close(entry)
    #expect(!playlist.hasAnnouncements)
    playlist[entry]?.announcements.add(StreamMetadata(title: "late"), at: 0)
    #expect(!playlist.hasAnnouncements)
  }
}

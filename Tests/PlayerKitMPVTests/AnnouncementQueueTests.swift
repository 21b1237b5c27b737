import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

@Suite("Announcements of a live stream", .tags(.pure))
struct AnnouncementQueueTests {
  @Test("A title is reported at its position, and only the last of several due ones")
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

  @Test("Titles wait in bounded memory")
  func bounded() {
    var queue = AnnouncementQueue()
    for number in 0..<5_000 { queue.add(StreamMetadata(title: "\(number)"), at: Int64(number)) }
    queue.place(bytes: 5_000, time: .seconds(10))
    var told = 0
    var last: StreamMetadata?
    while let rest = queue.rest(at: .zero), let metadata = queue.take(at: rest) {
      told += 1
      last = metadata
    }
    #expect(told <= AnnouncementQueue.most)
    #expect(last?.title == "4999")
  }

  @Test("Titles are placed by the bit rate of the last minutes if that changes")
  func changingRate() {
    var queue = AnnouncementQueue()
    // An hour at 1,000 bytes a second, then at 4,000.
    for second in 1...3_600 {
      queue.place(bytes: Int64(second) * 1_000, time: .seconds(second))
    }
    for second in 1...300 {
      queue.place(bytes: 3_600_000 + Int64(second) * 4_000, time: .seconds(3_600 + second))
    }
    queue.add(StreamMetadata(title: "a"), at: 3_600_000 + 290 * 4_000)
    queue.place(bytes: 3_600_000 + 300 * 4_000, time: .seconds(3_900))
    #expect(queue.take(at: .seconds(3_889)) == nil)
    #expect(queue.take(at: .seconds(3_890))?.title == "a")
  }

  @Test("Titles are dropped with their entry")
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

import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

@Suite(.tags(.pure))
struct PlaylistTests {
  private var playlist = Playlist()
  private let one = PlaylistEntryID(number: 1)
  private let two = PlaylistEntryID(number: 2)
  private let three = PlaylistEntryID(number: 3)

  private mutating func add(_ entry: PlaylistEntryID, as id: Int64) {
    playlist.open(entry, .bridge)
    playlist.added(entry, as: id)
  }

  @Test("A closed entry is known until libmpv has ended it")
  mutating func whatClosedKnownUntil() {
    add(one, as: 1)
    #expect(playlist.began(1) == one)
    playlist.close(one)
    #expect(playlist[one] == nil)
    #expect(playlist.ended(1) == one)
    #expect(playlist.ended(1) == nil)
    #expect(playlist.count == 0)
  }

  @Test("An entry that was closed too late is known when libmpv begins it")
  mutating func whatRevokedLateKnown() {
    add(one, as: 1)
    add(two, as: 2)
    playlist.close(two)
    #expect(playlist.began(2) == two)
  }

  @Test("An open entry outlives its number")
  mutating func openEntryOutlivesNumber() {
    add(one, as: 1)
    add(two, as: 2)
    playlist.cleared(allBut: one)
    #expect(playlist.began(2) == nil)
    #expect(playlist[two] != nil)
    playlist.added(two, as: 3)
    #expect(playlist.began(3) == two)
  }

  @Test("No record of removed entries remains")
  mutating func nothingKeptEntriesWere() {
    add(one, as: 1)
    _ = playlist.began(1)
    for number in 2..<1_000 as Range<UInt64> {
      let entry = PlaylistEntryID(number: number)
      add(entry, as: Int64(number))
      playlist.cleared(allBut: one)
      playlist.close(entry)
    }
    #expect(playlist.count == 1)
  }

  @Test("An entry that libmpv begins ends the wait for all before it")
  mutating func whatLibmpvBeginsEnds() {
    add(one, as: 1)
    add(two, as: 2)
    playlist.close(two)
    add(three, as: 3)
    #expect(playlist.began(3) == three)
    #expect(playlist.count == 2)
    #expect(playlist[one] != nil)
  }
}

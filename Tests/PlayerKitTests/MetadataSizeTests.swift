import TestSupport
import Testing

@testable import PlayerKit

@Suite("Metadata without details", .tags(.pure))
struct MetadataSizeTests {
  /// The metadata before details were added: four texts, a duration, and two numbers.
  private struct Plain {
    var title: String?
    var artist: String?
    var album: String?
    var duration: Duration?
    var albumID: String?
    var discNumber: Int?
    var trackNumber: Int?
  }

  @Test("costs one more reference than without details, and allocates nothing")
  func costsReferenceMore() {
    let (before, now) = (MemoryLayout<Plain>.stride, MemoryLayout<TrackMetadata>.stride)
    print("a track's metadata: \(before) bytes before, \(now) bytes now")
    #expect(now - before <= 8)
    var metadata = TrackMetadata(title: "A")
    metadata.details.isExplicit = true
    metadata.details.isExplicit = nil
    #expect(metadata == TrackMetadata(title: "A"))
  }

  /// A track and its place in a queue, in the earlier form.
  private struct PlainTrack {
    var id: String
    var metadata: Plain
    var headers: [String: String]
    var address: URLTrack.Address
    var listing: URLTrack.Listing?
  }

  private struct PlainEntry {
    var id: EntryID
    var track: any Track
    var section: QueueSection?
    var extras: AnyObject?
  }

  @Test("makes a track at most 8 bytes larger, and its entry no larger")
  func makesTrackMost() {
    let (before, now) = (MemoryLayout<PlainTrack>.stride, MemoryLayout<URLTrack>.stride)
    print("a track: \(before) bytes before, \(now) bytes now")
    #expect(now - before <= 8)
    #expect(MemoryLayout<QueueEntry>.stride == MemoryLayout<PlainEntry>.stride)
  }
}

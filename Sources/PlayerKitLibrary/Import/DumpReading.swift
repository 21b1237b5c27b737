import Foundation

/// A song of a dump, before it is written into a library.
struct DumpedSong: Sendable, Equatable {
  var title: String
  var artist: String
  var album: String?
  var milliseconds: Int?
  var isrc: String?
  var recording: Data?
  var apple: Int64?
  /// The rank in the dump. Smaller comes first.
  var popularity = 0
}

/// Reads the records of a dump.
protocol DumpReading: Sendable {
  var splitter: any RecordSplitter { get }
  /// The number of records that the dump declares, or `nil` if it declares no valid one.
  var declared: Int? { get }
  /// Whether a dump without a declared count is incomplete.
  var hasToDeclare: Bool { get }
  /// Whether the dump contains only changes, so that other songs of it stay.
  var isIncremental: Bool { get }
  /// Reads the first record if it names the fields.
  ///
  /// - Returns: Whether the record was such a header.
  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool
  mutating func read(_ record: ArraySlice<UInt8>) -> DumpRecord
}

/// The kind of a record.
enum DumpRecord: Sendable, Equatable {
  case song(DumpedSong)
  /// Something about the dump, such as a comment.
  case remark
  /// The record is invalid.
  case unreadable
}

extension DumpReading {
  var declared: Int? { nil }
  var hasToDeclare: Bool { false }
  var isIncremental: Bool { false }
}

extension LibrarySource.Format {
  var reading: any DumpReading {
    switch self {
    case .musicBrainz: CanonicalReading()
    case .appleMusicFeed: AppleFeedReading()
    case .partnerFeed: PartnerFeedReading(isFlat: false)
    case .partnerFeedFlat: PartnerFeedReading(isFlat: true)
    }
  }
}

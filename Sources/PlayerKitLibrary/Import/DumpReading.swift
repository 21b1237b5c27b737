import Foundation

/// A song on its way into a library.
struct DumpedSong: Sendable, Equatable {
  var title: String
  var artist: String
  var album: String?
  var milliseconds: Int?
  var isrc: String?
  var recording: Data?
  var apple: Int64?
  /// The order of the dump: smaller comes first.
  var popularity = 0
}

/// Reads the records of a dump.
protocol DumpReading: Sendable {
  var splitter: any RecordSplitter { get }
  /// How many records the dump says that it has; `nil` where it has not said so, or says no such thing.
  var declared: Int? { get }
  /// Whether a dump that does not say so was cut short.
  var hasToDeclare: Bool { get }
  /// Whether the dump has what changed alone: other songs of it stay.
  var isIncremental: Bool { get }
  /// Takes the first record, where that names the fields.
  ///
  /// - Returns: whether it was such a record.
  mutating func begin(_ record: ArraySlice<UInt8>) -> Bool
  mutating func read(_ record: ArraySlice<UInt8>) -> DumpRecord
}

/// What a record of a dump is.
enum DumpRecord: Sendable, Equatable {
  case song(DumpedSong)
  /// Something about the dump, such as a comment.
  case remark
  /// It makes no sense.
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

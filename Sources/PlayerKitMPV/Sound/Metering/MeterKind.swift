import PlayerKit

/// A kind of measurement. Each kind has one filter for any number of readers.
enum MeterKind: Sendable, Hashable, Comparable {
  case levels
  case spectrum(bands: Int)

  /// The number of this kind in the filter's output.
  var number: Int {
    switch self {
    case .levels: 0
    case .spectrum(let bands): bands
    }
  }

  static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  /// The number of values per measurement: peak and RMS of two channels, or the RMS of each band.
  var valueCount: Int {
    switch self {
    case .levels: 4
    case .spectrum(let bands): bands
    }
  }
}

/// The measurement of a short piece of audio, some 14 ms.
struct MeterFrame: Sendable, Equatable {
  let kind: MeterKind
  let entry: PlaylistEntryID
  /// The start of the piece on libmpv's clock for the entry, in seconds.
  let time: Double
  /// The values in dBFS; their number depends on the kind.
  let values: [Double]
}

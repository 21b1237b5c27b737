import PlayerKit

/// What is measured. Each kind has one filter, however many read it.
enum MeterKind: Sendable, Hashable, Comparable {
  case levels
  case spectrum(bands: Int)

  /// A number that stands for it in what the filter writes.
  var number: Int {
    switch self {
    case .levels: 0
    case .spectrum(let bands): bands
    }
  }

  static func < (one: Self, other: Self) -> Bool { one.number < other.number }

  /// How many values a measurement has: peak and RMS of two channels, or the RMS of each band.
  var valueCount: Int {
    switch self {
    case .levels: 4
    case .spectrum(let bands): bands
    }
  }
}

/// What was measured of a short piece of sound: some 14 ms.
struct MeterFrame: Sendable, Equatable {
  let kind: MeterKind
  let entry: PlaylistEntryID
  /// Where the piece begins on libmpv's clock for the entry, in seconds.
  let time: Double
  /// In dBFS; as many as the kind has.
  let values: [Double]
}

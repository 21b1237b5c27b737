import PlayerKitServices

// The table of hard pairs. Each row is one pair of descriptions as two services might give them:
//
//   .same("why they are the same recording", Side(…), Side(…)),
//   .different("why they are not", Side(…), Side(…)),
//
//   Side(
//     "Title", "Artist", "Another artist", on: "Album", lasts: 213, isrc: "QZAAA2100001",
//     explicit: true
//   )
//
// The title comes first, then one artist or more. If a service gives all artists in one text, write
// that text. The others are optional, in this order: `on:` the album, `lasts:` the length in
// seconds (fractions allowed), `isrc:`, `explicit:`. "Same" means that a listener who asks for one
// and gets the other has no reason to complain. If that is debatable, leave the pair out. All names
// are invented. The author of `HardPairs.swift` knew the matcher, the author of
// `HardPairsBlind.swift` had not seen it.

/// Two descriptions, and whether they are of the same recording.
struct HardPair: Sendable {
  let isSame: Bool
  let note: String
  let left: Recording
  let right: Recording

  static func same(_ note: String, _ left: Side, _ right: Side) -> HardPair {
    HardPair(isSame: true, note: note, left: left.recording, right: right.recording)
  }

  static func different(_ note: String, _ left: Side, _ right: Side) -> HardPair {
    HardPair(isSame: false, note: note, left: left.recording, right: right.recording)
  }
}

/// One side of a pair.
struct Side: Sendable {
  let recording: Recording

  init(
    _ title: String,
    _ artists: String...,
    on album: String? = nil,
    lasts seconds: Double? = nil,
    isrc: String? = nil,
    explicit: Bool? = nil
  ) {
    recording = Recording(
      title: title,
      artists: artists,
      album: album,
      duration: seconds.map { .milliseconds(Int($0 * 1000)) },
      isrc: isrc,
      isExplicit: explicit
    )
  }
}

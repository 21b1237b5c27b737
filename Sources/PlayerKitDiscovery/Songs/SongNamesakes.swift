import PlayerKit

/// The groups whose titles have one key: of some songs an artist has a thousand recordings, and the parts of a work
/// have its name. A comparison costs much, so that only those are compared which may be the same.
struct SongNamesakes: Sendable {
  /// So many are compared with one recording.
  static let mostCompared = 8
  /// Twice as much as lengths of the same recording may differ, in seconds.
  private static let width: Int64 = 14

  private struct Member: Sendable {
    let group: Int
    let title: String
  }

  /// By the length, in steps.
  private var steps: [Int64: [Member]] = [:]
  private var withoutLength: [Member] = []
  private var all: [Member] = []

  mutating func add(_ group: Int, _ metadata: TrackMetadata) {
    let member = Member(group: group, title: Self.title(metadata))
    all.append(member)
    if let step = Self.step(metadata) {
      steps[step, default: []].append(member)
    } else {
      withoutLength.append(member)
    }
  }

  /// The groups to compare with, those of the very same title first, in the order in which they came.
  func candidates(for metadata: TrackMetadata) -> [Int] {
    var members = all
    if all.count > Self.mostCompared, let step = Self.step(metadata) {
      members = ((step - 1)...(step + 1)).flatMap { steps[$0] ?? [] } + withoutLength
    }
    if members.count > Self.mostCompared {
      let title = Self.title(metadata)
      let same = members.lazy.filter { $0.title == title }.prefix(Self.mostCompared)
      let others = members.lazy.filter { $0.title != title }.prefix(Self.mostCompared - same.count)
      members = Array(same) + Array(others)
    }
    return members.map(\.group).sorted()
  }

  private static func title(_ metadata: TrackMetadata) -> String {
    metadata.title?.lowercased() ?? ""
  }

  private static func step(_ metadata: TrackMetadata) -> Int64? {
    metadata.duration.map { $0.components.seconds / width }
  }
}

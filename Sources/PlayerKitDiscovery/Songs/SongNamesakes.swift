import PlayerKit

/// The groups whose titles have the same key. An artist may have a thousand recordings of one song,
/// and the parts of a work share its name. Comparisons are expensive, so only likely matches are
/// compared.
struct SongNamesakes: Sendable {
  /// The maximum number of comparisons for one recording.
  static let maximumCompared = 8
  /// Twice the largest difference in length between copies of a recording, in seconds.
  private static let width: Int64 = 14

  private struct Member: Sendable {
    let group: Int
    let title: String
  }

  /// The members by length, in steps.
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

  /// Returns the groups to compare with, in the order of their arrival. If there are too many,
  /// prefers those with exactly the same title.
  func candidates(for metadata: TrackMetadata) -> [Int] {
    var members = all
    if all.count > Self.maximumCompared, let step = Self.step(metadata) {
      members = ((step - 1)...(step + 1)).flatMap { steps[$0] ?? [] } + withoutLength
    }
    if members.count > Self.maximumCompared {
      let title = Self.title(metadata)
      let same = members.lazy.filter { $0.title == title }.prefix(Self.maximumCompared)
      let others = members.lazy.filter { $0.title != title }.prefix(
        Self.maximumCompared - same.count
      )
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

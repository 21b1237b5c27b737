import Foundation
import PlayerKitServices

extension MusicBrainz {
  /// A recording. Fields that were not requested are empty.
  public struct Recording: Sendable, Hashable {
    /// The id: a lowercase UUID. Recordings are merged, so it may differ from the requested id.
    public var id: String
    /// The title.
    public var title: String
    /// A note that distinguishes it from others of the same name.
    public var disambiguation: String?
    /// The credited artists, in order.
    public var artists: [Credit]
    /// The length; `nil` if unknown.
    public var duration: Duration?
    /// The date of the first release, as precisely as known.
    public var firstReleaseDate: PartialDate?
    /// Whether it is a video.
    public var isVideo: Bool
    /// Its International Standard Recording Codes.
    public var isrcs: [String]
    /// Releases that contain it, at most 25.
    public var releases: [Release]
    /// Its pages at services, without those that have ended.
    public var pages: [URL]
  }

  /// An artist, as credited.
  public struct Credit: Sendable, Hashable {
    /// The name, as credited.
    public var name: String
    /// The artist's id.
    public var id: String?
  }

  /// A release that contains a recording.
  public struct Release: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The title.
    public var title: String
    /// The release date, as precisely as known.
    public var date: PartialDate?
  }

  /// All editions of an album.
  public struct ReleaseGroup: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The title.
    public var title: String
    /// `Album`, `Single`, `EP`, `Broadcast` or `Other`; `nil` if unknown.
    public var primaryType: String?
    /// Further types, such as `Live`, `Compilation`, `Spokenword`, `Audiobook`, `Interview`.
    public var secondaryTypes: [String]
    /// The date of the first release, as precisely as known.
    public var firstReleaseDate: PartialDate?
    /// Genres with more votes for than against, and the difference.
    public var genres: [String: Int]
    /// Other tags with more votes for than against, and the difference.
    public var tags: [String: Int]
  }
}

extension MusicBrainz.Recording {
  /// Reads a recording; `nil` if the value is not one.
  init?(_ value: JSONValue) {
    guard let id = MusicBrainzID.normal(value["id"]?.string),
      let title = value["title"]?.string, !title.isEmpty
    else { return nil }
    self.init(
      id: id,
      title: title,
      disambiguation: value["disambiguation"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      artists: value.list("artist-credit").compactMap(MusicBrainz.Credit.init),
      duration: value["length"]?.int.flatMap { $0 > 0 ? .milliseconds($0) : nil },
      firstReleaseDate: value["first-release-date"]?.string.flatMap(PartialDate.init),
      isVideo: value["video"]?.bool ?? false,
      isrcs: value.list("isrcs").compactMap { RecordingCode.normal($0.string) },
      releases: value.list("releases").compactMap(MusicBrainz.Release.init),
      pages: value.list("relations").compactMap(\.page)
    )
  }

  /// The recording for an index; `nil` for a video.
  var known: KnownRecording? {
    let names = artists.map(\.name)
    guard !isVideo, !names.isEmpty else { return nil }
    var known = KnownRecording(title: title, artists: names)
    known.duration = duration
    known.firstReleaseDate = firstReleaseDate
    known.isrcs = isrcs
    known.musicBrainzID = id
    known.items = pages.map(\.absoluteString)
    return known
  }
}

extension MusicBrainz.Credit {
  init?(_ value: JSONValue) {
    guard let name = value["name"]?.string ?? value["artist"]?["name"]?.string, !name.isEmpty
    else { return nil }
    self.init(name: name, id: MusicBrainzID.normal(value["artist"]?["id"]?.string))
  }
}

extension MusicBrainz.Release {
  init?(_ value: JSONValue) {
    guard let id = MusicBrainzID.normal(value["id"]?.string), let title = value["title"]?.string
    else { return nil }
    self.init(id: id, title: title, date: value["date"]?.string.flatMap(PartialDate.init))
  }
}

extension MusicBrainz.ReleaseGroup {
  init?(_ value: JSONValue) {
    guard let id = MusicBrainzID.normal(value["id"]?.string), let title = value["title"]?.string
    else { return nil }
    let genres = value.votes("genres")
    self.init(
      id: id,
      title: title,
      primaryType: value["primary-type"]?.string,
      secondaryTypes: value.list("secondary-types").compactMap(\.string),
      firstReleaseDate: value["first-release-date"]?.string.flatMap(PartialDate.init),
      genres: genres,
      // Each genre is also listed among the tags.
      tags: value.votes("tags").filter { genres[$0.key] == nil }
    )
  }
}

extension JSONValue {
  /// A limit above any real count.
  private static let most = 200

  /// Returns the members of a key, up to the limit; none if the value is not a list.
  fileprivate func list(_ key: String) -> [JSONValue] {
    Array((self[key]?.array ?? []).prefix(Self.most))
  }

  /// Returns the names that users voted for, with their votes.
  fileprivate func votes(_ key: String) -> [String: Int] {
    let votes = list(key).compactMap { value -> (String, Int)? in
      guard let name = value["name"]?.string, !name.isEmpty, name.utf8.count <= 200,
        let count = value["count"]?.int, count > 0
      else { return nil }
      return (name, count)
    }
    return Dictionary(votes) { max($0, $1) }
  }

  /// The web page of this relation, unless the relation has ended.
  fileprivate var page: URL? {
    guard self["ended"]?.bool != true, let text = self["url"]?["resource"]?.string,
      text.utf8.count <= 2_000, let url = URL(string: text),
      ["http", "https"].contains(url.scheme?.lowercased())
    else { return nil }
    return url
  }
}

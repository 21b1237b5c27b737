import Foundation
import PlayerKitServices

extension MusicBrainz {
  /// A recording. What an answer was not asked for is empty.
  public struct Recording: Sendable, Hashable {
    /// Its id: a UUID in small letters. Recordings are merged: it may be another one than was asked for.
    public var id: String
    /// The title.
    public var title: String
    /// What tells it from others of its name.
    public var disambiguation: String?
    /// Who is credited, in their order.
    public var artists: [Credit]
    /// The length; `nil` where it is not known.
    public var duration: Duration?
    /// When it came out first, as far as that is known.
    public var firstReleaseDate: PartialDate?
    /// Whether it is a video.
    public var isVideo: Bool
    /// Its International Standard Recording Codes.
    public var isrcs: [String]
    /// Releases that it is on, 25 at most.
    public var releases: [Release]
    /// Its pages at services, those that have ended left out.
    public var pages: [URL]
  }

  /// An artist, as credited.
  public struct Credit: Sendable, Hashable {
    /// The name, as it stands there.
    public var name: String
    /// The artist's id.
    public var id: String?
  }

  /// A release that a recording is on.
  public struct Release: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The title.
    public var title: String
    /// When it came out, as far as that is known.
    public var date: PartialDate?
  }

  /// All editions of an album.
  public struct ReleaseGroup: Sendable, Hashable {
    /// Its id.
    public var id: String
    /// The title.
    public var title: String
    /// `Album`, `Single`, `EP`, `Broadcast`, `Other`; `nil` where it is not known.
    public var primaryType: String?
    /// What else it is, such as `Live`, `Compilation`, `Spokenword`, `Audiobook`, `Interview`.
    public var secondaryTypes: [String]
    /// When it came out first, as far as that is known.
    public var firstReleaseDate: PartialDate?
    /// The genres that more users are for than against, with how many more.
    public var genres: [String: Int]
    /// What else users call it, with how many more are for it than against.
    public var tags: [String: Int]
  }
}

extension MusicBrainz.Recording {
  /// Reads a recording; `nil` where it is none.
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

  /// What it tells an index. A video is no recording of sound.
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
      // A genre is among the tags, too.
      tags: value.votes("tags").filter { genres[$0.key] == nil }
    )
  }
}

extension JSONValue {
  /// More than anything has of anything.
  private static let most = 200

  /// The members of a key, however many there are said to be; none where there is no list.
  fileprivate func list(_ key: String) -> [JSONValue] {
    Array((self[key]?.array ?? []).prefix(Self.most))
  }

  /// The names that users voted for, with their votes.
  fileprivate func votes(_ key: String) -> [String: Int] {
    let votes = list(key).compactMap { value -> (String, Int)? in
      guard let name = value["name"]?.string, !name.isEmpty, name.utf8.count <= 200,
        let count = value["count"]?.int, count > 0
      else { return nil }
      return (name, count)
    }
    return Dictionary(votes) { max($0, $1) }
  }

  /// The page to which this is a relation that still holds.
  fileprivate var page: URL? {
    guard self["ended"]?.bool != true, let text = self["url"]?["resource"]?.string,
      text.utf8.count <= 2_000, let url = URL(string: text),
      ["http", "https"].contains(url.scheme?.lowercased())
    else { return nil }
    return url
  }
}

import Foundation
import PlayerKitServiceSimulator

/// A stand-in for a Subsonic server with one song. It supports only the demo's requests, and
/// accepts any password.
struct DemoSubsonic {
  /// The file of the song.
  let song: URL
  /// The title of the song.
  let title: String

  /// The song's id.
  static let songID = "first-light-2"
  private static let path = "/rest/"

  /// Answers a request. Returns `nil` if it is not a Subsonic request.
  func answer(to request: SimulatedRequest) -> Answer? {
    guard request.path.hasPrefix(Self.path) else { return nil }
    let method = request.path.dropFirst(Self.path.count).replacing(".view", with: "")
    let id = request.query.first { $0.name == "id" }?.value
    switch method {
    case "download", "stream": return id == Self.songID ? .file(song) : .text(Self.failed)
    case "getSong": return .text(id == Self.songID ? ok(["song": songMembers]) : Self.failed)
    case "getUser": return .text(ok(["user": ["username": "demo", "downloadRole": true]]))
    // Reports of plays are accepted and ignored.
    default: return .text(ok([:]))
    }
  }

  /// An answer.
  enum Answer {
    case text(String)
    case file(URL)
  }

  private var songMembers: [String: Any] {
    [
      "id": Self.songID, "title": title, "artist": DemoFiles.artist, "album": "First Light",
      "suffix": song.pathExtension, "isDir": false,
    ]
  }

  private static let failed = """
    {"subsonic-response":{"status":"failed","version":"1.16.1","error":{"code":70,"message":"no"}}}
    """

  private func ok(_ members: [String: Any]) -> String {
    let answer: [String: Any] = ["status": "ok", "version": "1.16.1"]
    let document = ["subsonic-response": answer.merging(members) { first, _ in first }]
    let data = try? JSONSerialization.data(withJSONObject: document)
    return data.map { String(decoding: $0, as: UTF8.self) } ?? Self.failed
  }
}

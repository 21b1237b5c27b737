import Foundation
import PlayerKit
import PlayerKitInspection
import TestSupport

/// The tagged files of `Scripts/fixtures.py tags`. Most have the same tags.
enum TagFixture {
  static let full = [
    "id3v24.mp3", "id3v24-utf16.mp3", "id3v24-v1.mp3", "apev2.mp3", "comments.flac", "vorbis.ogg",
    "opus.opus", "flac.oga", "front.m4a", "behind.m4a", "alac.m4a", "book.m4b", "id3.wav",
    "id3.aiff", "asf.wma", "wavpack.wv", "id3.aac", "monkeys.ape", "musepack.mpc", "fragments.m4a",
  ]
  static let others = [
    "id3v23.mp3", "id3v22.mp3", "id3v1.mp3", "info.wav", "matroska.mka", "id3.tta", "r128.opus",
    "explicit.m4a", "book-text.m4b", "tags.mka", "genres.mp3", "latin1.wav", "plain.caf",
    "plain.avi",
  ]
  static let all = full + others
  static let chaptered = [
    "id3v24.mp3", "id3v23.mp3", "comments.flac", "vorbis.ogg", "opus.opus", "flac.oga", "book.m4b",
    "matroska.mka", "id3.aac",
  ]

  static func data(_ name: String) throws -> Data { try Fixture.data("Tags/\(name)") }

  static func path(_ name: String) -> String { Fixture.path("Tags/\(name)") }
}

extension MediaInspector {
  func inspect(path: String) async throws -> MediaInformation {
    try await inspect(MediaSource(.file(path: path)))
  }

  func inspect(_ bytes: some Sequence<UInt8>) async throws -> MediaInformation {
    try await inspect(MediaSource(.bytes(GivenBytes(Array(bytes)))))
  }

  /// The error of the inspection, or `nil` if it succeeds.
  func failure(_ source: MediaSource) async -> PlayerError? {
    do throws(PlayerError) {
      _ = try await inspect(source)
      return nil
    } catch {
      return error
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Short tracks whose beginnings need different requests.
enum RemoteFormat: String, CaseIterable, CustomTestStringConvertible {
  case wav, mp3, mp4WithIndexBehind

  var testDescription: String { rawValue }

  var data: Data {
    get throws {
      switch self {
      case .wav: Signal.sweep(frames: 88_200).wav
      case .mp3: try Fixture.data("joint-lame.mp3")
      case .mp4WithIndexBehind: try Self.stretched(Fixture.data("aac-a-edit.m4a"))
      }
    }
  }

  /// The number of responses up to its first sample.
  var answers: Int {
    switch self {
    case .wav, .mp3: 1
    case .mp4WithIndexBehind: 2
    }
  }

  /// Adds padding between samples and index, so that one response does not contain both.
  private static func stretched(_ file: Data) throws -> Data {
    let index = try #require(file.range(of: Data("moov".utf8))).lowerBound - 4
    let padding = 600_000
    var data = file[..<index]
    data.append(contentsOf: withUnsafeBytes(of: UInt32(padding).bigEndian, Array.init))
    data.append(contentsOf: Data("free".utf8) + Data(count: padding - 8))
    data.append(file[index...])
    return data
  }
}

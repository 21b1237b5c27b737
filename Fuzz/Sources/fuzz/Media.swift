import Foundation
import Synchronization

@testable import PlayerKit
@testable import PlayerKitInspection
@testable import PlayerKitMedia

extension FuzzTarget {
  /// Whole files, read as the inspector and the engine read them.
  static let media =
    [
      (
        "id3", ["mp3", "aiff", "tta", "aac"],
        ["ID3", "TIT2", "APIC", "CHAP", "CTOC", "TXXX", "SYLT"]
      ),
      ("ape", ["ape", "mpc", "wv"], ["APETAGEX", "MAC ", "MPCK", "wvpk", "Cover Art (Front)"]),
      ("flac", ["flac"], ["fLaC", "reference libFLAC", "METADATA_BLOCK_PICTURE=", "CUESHEET="]),
      (
        "ogg", ["ogg", "oga", "opus"],
        ["OggS", "OpusHead", "OpusTags", "\u{1}vorbis", "\u{3}vorbis"]
      ),
      (
        "mp4", ["m4a", "mp4", "m4b"],
        [
          "ftyp", "moov", "trak", "mdia", "stbl", "stsd", "stco", "udta", "meta", "ilst", "chpl",
          "moof",
        ]
      ),
      ("matroska", ["mka"], ["\u{1A}", "webm", "matroska"]),
      (
        "wav", ["wav", "caf", "avi", "wma"],
        ["RIFF", "WAVE", "fmt ", "data", "LIST", "INFO", "id3 "]
      ),
    ].map { name, fixtures, words in
      FuzzTarget(name: name, words: words, fixtures: fixtures) { bytes in
        inspect(bytes)
        readGuarded(bytes)
        readRepaired(bytes)
      }
    }
}

private let turns = MemoryGate()

private func information(_ stream: any ByteStream) -> MediaInformation? {
  let bytes = MediaBytes(stream, isLocal: true)
  let inspection = Inspection(
    bytes,
    for: .showing(keepsSmallPictures: true),
    turn: MemoryPermit(turns)
  )
  return (try? inspection.find())?.information(named: "media")
}

private func inspect(_ bytes: [UInt8]) {
  let found = information(MemoryByteSource(bytes).makeStream())
  let picture = found?.pictures.first?.byteCount ?? 0
  require(picture >= 0, "a picture has no negative size")
  require((found?.duration ?? .zero) >= .zero, "a duration is not negative")
  let again = information(PiecedStream(bytes))
  require(found == again, "an inspection does not depend on the size of reads")
  // Tags of the inspector are shown on one line.
  let title = found?.metadata.title ?? ""
  require(!title.contains(where: \.isNewline), "a title is one line")
}

/// Reads a stream to its end; `nil` if it fails.
private func content(_ stream: any ByteStream, limit: Int) -> [UInt8]? {
  var all: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4_096)
  while true {
    guard let count = try? stream.read(into: &buffer) else { return nil }
    guard count > 0 else { return all }
    all += buffer.prefix(count)
    require(all.count <= limit, "a stream ends")
  }
}

private func readGuarded(_ bytes: [UInt8]) {
  let limit = bytes.count
  let whole = content(GuardedByteStream(MemoryByteSource(bytes).makeStream()), limit: limit)
  let pieced = content(GuardedByteStream(PiecedStream(bytes)), limit: limit)
  require(whole == pieced, "the guard does not depend on the size of reads")
  if let whole { require(whole.count == bytes.count, "the guard keeps the length") }
}

private func readRepaired(_ bytes: [UInt8]) {
  let limit = bytes.count * 2 + (1 << 20)
  let stream = RepairedStream(MemoryByteSource(bytes).makeStream())
  let whole = content(stream, limit: limit)
  require(whole != nil, "a repair of bytes in memory does not fail")
  require(content(RepairedStream(PiecedStream(bytes)), limit: limit) == whole, "repair in pieces")
  let held = Held(all: bytes)
  if let layout = TagLayout(held) { _ = layout.beginning(held) }
  _ = OggChain(held)
  _ = MP4Edits(held)
  _ = WAVRepair.view(of: held)
}

struct Held: RandomAccessBytes {
  let all: [UInt8]
  var size: Int64 { Int64(all.count) }
  func bytes(at offset: Int64, count: Int) -> [UInt8] {
    guard offset >= 0, offset < size, count > 0 else { return [] }
    return Array(all[Int(offset)...].prefix(count))
  }
}

/// Returns fewer bytes at a time than requested.
final class PiecedStream: ByteStream {
  private let bytes: [UInt8]
  private let place = Atomic(0)
  private let turn = Atomic(0)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let start = place.load(ordering: .relaxed)
    let turn = turn.add(1, ordering: .relaxed).newValue
    let most = turn % 3 == 0 ? 3_001 : 1 + (turn &* 7_919) % 61
    let count = min(buffer.count, bytes.count - start, most)
    bytes.withUnsafeBytes {
      buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
    }
    place.store(start + count, ordering: .relaxed)
    return count
  }

  func seek(to offset: Int64) {
    place.store(min(Int(clamping: max(offset, 0)), bytes.count), ordering: .relaxed)
  }

  var isSeekable: Bool { true }
  var size: Int64? { Int64(bytes.count) }
  func cancel() {}
  func close() {}
}

import Foundation

@testable import PlayerKit
@testable import PlayerKitInspection
@testable import PlayerKitLibrary

extension FuzzTarget {
  static let stores = [
    FuzzTarget(
      name: "journal",
      words: [
        "\"write\":", "\"entries\":[", "\"removed\":[", "\"base\":{", "\"shuffled\":{",
        "\"changed\":[",
        "\"state\":{", "\"current\":", "\"upNext\":[", "\"isShuffled\":true", "\"isAtEnd\":true",
        "\"position\":[", "\"rate\":1e308", "\"volume\":", "18446744073709551615", "-1", "}\n{",
      ],
      samples: [journal(["a"], shuffled: false), journal(["a", "b", "c"], shuffled: true)]
    ) { bytes in
      readJournal(Data(bytes))
      // Damage below the checksums is found by them, so let the rest of the parser see it too.
      var file = JournalContents.header
      for line in bytes.split(separator: 10) {
        file += sealed(Data(line))
      }
      readJournal(file)
    },
    FuzzTarget(
      name: "playlist-journal",
      words: [
        "\"kind\":\"create\"", "\"name\":\"", "\"newName\":\"", "\"tracks\":[", "\"modified\":",
      ],
      samples: [
        "{\"kind\":\"create\",\"name\":\"a\",\"tracks\":[],\"modified\":1}\n"
          + "{\"kind\":\"rename\",\"name\":\"a\",\"newName\":\"b\",\"modified\":2}\n"
      ]
    ) { bytes in
      var playlists = StoredPlaylists()
      for line in bytes.split(separator: 10) {
        guard
          let change = try? JSONDecoder().decode(StoredPlaylists.Change.self, from: Data(line)),
          (try? playlists.check(change)) != nil
        else { continue }
        playlists.apply(change)
      }
      require(playlists.summaries.allSatisfy { $0.count >= 0 }, "a playlist has a size")
    },
    FuzzTarget(
      name: "dump",
      words: [
        "recording_mbid", "recording_name", "artist_credit_name", "score", "\"", "\"\"", ",",
        "\r\n",
        "#song_id\u{1}name\u{1}artist_display_name\u{2}\n", "##recordsWritten:", "{\"id\":\"1\"",
        "\"nameDefault\":\"", "\"primaryArtists\":[{\"name\":\"", "\u{1}", "\u{2}\n", "\t",
      ],
      samples: [
        "id,artist_credit_name,recording_mbid,recording_name,score\n"
          + "1,\"A, \"\"B\"\"\",8f3471b5-7e6a-48da-86a9-c1c07a0f47ae,T,5\n",
        "#song_id\u{1}name\u{1}artist_display_name\u{2}\n1\u{1}T\u{1}A\u{2}\n##recordsWritten:1\u{2}\n",
        "{\"id\":\"1\",\"nameDefault\":\"T\",\"primaryArtists\":[{\"name\":\"A\"}]}\n",
      ]
    ) { bytes in
      for format in [
        LibrarySource.Format.musicBrainz, .appleMusicFeed, .partnerFeed, .partnerFeedFlat,
      ] {
        readDump(bytes, format)
      }
      let fields = CSVPlace.fields(of: bytes.filter { $0 != 0x0A }[...])
      let written = (fields ?? []).map { "\"" + $0.replacing("\"", with: "\"\"") + "\"" }
      guard let fields else { return }
      let again = CSVPlace.fields(of: Array(written.joined(separator: ",").utf8)[...])
      require(again == fields, "a written record is read again")
    },
    FuzzTarget(name: "waveform", words: ["PKWF1\n"], samples: ["PKWF1\n"]) { bytes in
      guard let outline = WaveformOutline(stored: bytes) else { return }
      require(outline.stored == bytes, "a stored waveform is written as it was read")
    },
  ]
}

private func sealed(_ json: Data) -> Data {
  let digits = String(Checksum.of(json), radix: 16)
  let padding = String(repeating: "0", count: 8 - digits.count)
  return Data("\(padding)\(digits) ".utf8) + json + Data("\n".utf8)
}

private func readJournal(_ file: Data) {
  guard let contents = try? JournalContents(reading: file, path: "queue") else { return }
  require(contents.length <= file.count, "the intact part is a part")
  guard let stored = try? contents.rows.queue() else { return }
  let queue = QueuePlayer()
  guard (try? queue.restore(stored)) != nil else { return }
  require(queue.entries.count == stored.entries.count, "a restored queue has the stored entries")
  require((0...1).contains(queue.status.playback.volume), "a restored volume is a volume")
  require(
    queue.status.playback.rate.isFinite && queue.status.playback.rate > 0,
    "a restored rate is a rate"
  )
}

/// A first input: the lines of a journal without their checksums.
private func journal(_ names: [String], shuffled: Bool) -> String {
  let entries = names.enumerated().map { number, name in
    StoredEntry(
      id: UInt64(number + 1),
      track: StoredTrack(
        type: "url",
        id: name,
        metadata: TrackMetadata(title: name),
        data: Data("{\"url\":\"file:///\(name)\"}".utf8)
      )
    )
  }
  let order = StoredChunk(number: 1, label: 1 << 32, entries: entries.map(\.id))
  let reversed = StoredChunk(number: 1, label: 1 << 32, entries: entries.map(\.id).reversed())
  var state = StoredQueueState()
  state.current = 1
  state.lastEntry = UInt64(names.count)
  state.isShuffled = shuffled
  let line = JournalLine(
    write: 1,
    entries: entries,
    base: StoredOrderChanges(isComplete: true, changed: [order]),
    shuffled: shuffled ? StoredOrderChanges(isComplete: true, changed: [reversed]) : nil,
    state: state
  )
  return (try? line.bytes()).map { text($0.dropFirst(9)) } ?? ""
}

private func readDump(_ bytes: [UInt8], _ format: LibrarySource.Format) {
  var reading = format.reading
  var splitter = reading.splitter
  var start = 0
  var isFirst = true
  while let end = splitter.end(in: bytes, from: start, recordStart: start) {
    require(end >= start && end < bytes.count, "a record ends within the file")
    let record = bytes[start..<end]
    start = end + 1
    if isFirst, reading.begin(record) {
      isFirst = false
      continue
    }
    isFirst = false
    _ = reading.read(record)
  }
}

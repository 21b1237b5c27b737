#if SQLite
  import Foundation
  import PlayerKitLibrary
  import TestSupport

  /// Dumps that a test writes, and the library that is made from them.
  struct LibraryBench {
    static let header =
      "id,artist_credit_id,artist_mbids,artist_credit_name,release_mbid,release_name,recording_mbid,"
      + "recording_name,combined_lookup,score\n"

    let scratch = ScratchFolder()
    var path: String { scratch.path("library.sqlite") }

    func id(_ number: Int) -> String {
      "b1a9c0e9-d987-4042-ae91-" + String(format: "%012d", number)
    }

    /// A record of MusicBrainz' canonical data.
    func record(_ number: Int, _ title: String, _ artist: String, _ album: String, score: Int)
      -> String
    {
      let fields = [title, artist, album].map { text in
        text.contains(where: { ",\"\n".contains($0) })
          ? "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\"" : text
      }
      return
        "\(number),1,\(id(9)),\(fields[1]),\(id(8)),\(fields[2]),\(id(number)),\(fields[0]),x,\(score)\n"
    }

    func write(_ text: String, to name: String = "canonical.csv") throws -> LibrarySource {
      try Data(text.utf8).write(to: URL(fileURLWithPath: scratch.path(name)))
      return try LibrarySource(path: scratch.path(name))
    }

    /// It keeps 2,000 songs at once.
    var importer: LibraryImporter {
      var importer = LibraryImporter(path: path)
      importer.batch = 2_000
      return importer
    }

    @discardableResult
    func take(_ source: LibrarySource) throws -> LibraryImporter.Report {
      try LibraryImporter(path: path).run(source)
    }

    var usual: String {
      Self.header + record(1, "Yesterday", "The Beatles", "Help!", score: 30)
        + record(2, "Jóga", "Björk", "Homogenic", score: 20)
        + record(3, "Yesterday Once More", "Carpenters", "Now & Then", score: 10)
        + record(4, "Hello, \"Goodbye\"\nagain", "A, B", "C", score: 40)
    }
  }
#endif

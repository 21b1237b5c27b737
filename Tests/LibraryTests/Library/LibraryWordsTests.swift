#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitLibrary
  import TestSupport
  import Testing

  @Suite("The words of a search", .tags(.local))
  struct LibraryWordsTests {
    private static let titles = [
      "हिन्दी गाने", "ที่รัก", "தமிழ் பாடல்", "مُحَمَّد", "שָׁלוֹם", "ⓐⓑ Circle", "Ångström", "ﬁne", "が行", "日本語の歌",
      "Ꭰmerican Ꮟ", "x²", "½ time", "e\u{20DD}f", "𝓜ath", "AC/DC", "P!nk", "İstanbul", "Straße",
      "ΣΊΣΥΦΟΣ",
      "한국어", "ŉ", "ǰ", "ΐ", "ﬀ", "Ⅻ", "Việt Nam", "Øresund", "Łódź", "বাংলা", "ꦗꦮ", "𞤀𞤣", "Ｆｕｌｌ", "ｶﾞ",
      "Виктор Цой", "Ёлка",
    ]

    private let bench = LibraryBench()

    private func library() throws -> LibraryIndex {
      let records = Self.titles.enumerated().map {
        bench.record($0, $1, "Someone", "Z", score: $0)
      }
      try bench.take(bench.write(LibraryBench.header + records.joined()))
      return try LibraryIndex(path: bench.path)
    }

    @Test("titles of all scripts are found as written, in capitals, and in decomposed form")
    func scripts() throws {
      defer { bench.scratch.remove() }
      let index = try library()
      for title in Self.titles {
        for text in [
          title, title.decomposedStringWithCanonicalMapping, title.uppercased(), title.lowercased(),
        ] {
          #expect(try index.songs(matching: text).map(\.title).contains(title), "\(text)")
        }
      }
    }

    @Test(
      "and without their accents, as people type them",
      arguments: [
        "angstrom", "strasse", "σισυφος", "viet nam", "oresund", "lodz", "елка", "виктор цои",
        "محمد", "שלום", "istanbul", "full", "fine", "xii",
      ]
    )
    func withoutMarks(text: String) throws {
      defer { bench.scratch.remove() }
      #expect(try library().songs(matching: text).count == 1)
    }

    @Test("no query is an error, or takes long")
    func anything() throws {
      defer { bench.scratch.remove() }
      let index = try library()
      var generator = SeededGenerator(seed: 16)
      let signs = ["\"", "*", " NEAR(", "-", "text:", " OR ", "a", "{", "^", "(", "\0", "%", "_"]
      for _ in 0..<1_000 {
        var text = ""
        for _ in 0..<Int.random(in: 1...12, using: &generator) {
          let number = UInt32.random(in: 0...0x1FFFF, using: &generator)
          text.unicodeScalars.append(Unicode.Scalar(number) ?? " ")
          text += signs.randomElement(using: &generator) ?? ""
        }
        _ = try index.songs(matching: text)
      }
      for piece in ["a", "ab ", "\"", "...", "e\u{301}", "हि", "\u{301}"] {
        let text = String(repeating: piece, count: 300_000)
        let time = try threadTime { _ = try index.songs(matching: text) }
        // A search whose time grew with the text took seconds.
        #expect(time < .seconds(2), "\(piece)")
      }
    }
  }
#endif

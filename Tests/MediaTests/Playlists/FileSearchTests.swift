import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitPlaylists

@Suite("A local list", .tags(.local))
final class FileSearchTests {
  private let folder = ScratchFolder()

  deinit { folder.remove() }

  private func make(_ names: [String]) throws {
    for name in names {
      let path = FileName.bytes(folder.path("") + "/" + name)
      let parent = FileName.text(path[..<(path.lastIndex(of: 0x2F) ?? 0)])
      try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      #expect(FileName.withPath(FileName.text(path)) { creat($0, 0o600) } >= 0)
    }
  }

  private func places(_ text: [UInt8], in name: String) throws -> [String] {
    let list = try read(text, at: folder.path(name)).withFilesThatAreThere()
    let root = folder.path("")
    return list.places.map { place in
      place.hasPrefix(root) ? String(place.dropFirst(root.count).drop { $0 == "/" }) : place
    }
  }

  @Test(
    "finds its files by other spellings of their names",
    arguments: [
      ("My%20Music/One%20song.wav", "My Music/One song.wav"),
      ("%E6%98%A5%E3%81%AF/01.wav", "春は/01.wav"), ("MUSIC/a.WAV", "Music/A.wav"),
      ("cafe\u{301}.wav", "caf\u{E9}.wav"), ("caf\u{E9}.wav", "cafe\u{301}.wav"),
      ("/elsewhere/Music/x/a.wav", "x/a.wav"), ("C:\\Music\\X\\a.wav", "x/a.wav"),
      ("..\\x\\a.wav", "x/a.wav"), ("/elsewhere/a%20b.wav", "a b.wav"),
      ("file:///elsewhere/a%20b.wav", "a b.wav"), ("100%25.wav", "100%.wav"),
      ("file:a%20b.wav", "a b.wav"), ("\"a.wav\"", "a.wav"), ("\"X/a.wav\"", "x/a.wav"),
      ("\"C:\\Music\\X\\a.wav\"", "x/a.wav"), ("\"/elsewhere/a.wav\"", "a.wav"),
    ]
  )
  func written(line: String, file: String) throws {
    try make([file])
    #expect(try places(Array("#EXTM3U\n\(line)\n".utf8), in: "l.m3u8") == [file])
    #expect(try places(Array("[playlist]\nFile1=\(line)\n".utf8), in: "l.pls") == [file])
  }

  @Test("prefers a file whose name is exactly as written")
  func exact() throws {
    try make(["One%20song.wav", "One song.wav", "a.wav", "A.wav", "\"A.wav\""])
    let text = "#EXTM3U\nOne%20song.wav\nA.wav\na.wav\nnone.wav\n\"A.wav\"\n"
    let expected = ["One%20song.wav", "A.wav", "a.wav", "none.wav", "\"A.wav\""]
    #expect(try places(Array(text.utf8), in: "l.m3u") == expected)
  }

  @Test("finds a file whose name is not UTF-8 by the same bytes")
  func sameBytes() throws {
    let name = FileName.text([0xD0, 0xF0, 0xC5, 0x2E, 0x77, 0x61, 0x76])
    try make([name])
    let text = Array("#EXTM3U\n".utf8) + FileName.bytes(name) + [0x0A]
    #expect(try places(text, in: "l.m3u") == [name])
    let sheet =
      Array("FILE \"".utf8) + FileName.bytes(name)
      + Array("\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n".utf8)
    #expect(try places(sheet, in: "l.cue") == [name])
  }

  @Test(
    "from a CUE sheet finds a file with another extension, and one of its own name",
    arguments: ["x.flac", "SHEET.flac"]
  )
  func sheet(file: String) throws {
    try make([file])
    let track = "TRACK 01 AUDIO\nINDEX 01 00:00:00\n"
    let text = "FILE \"x.wav\" WAVE\n\(track)TRACK 02 AUDIO\nINDEX 01 00:01:00\n"
    #expect(try places(Array(text.utf8), in: "sheet.cue") == [file, file])
    guard file != "x.flac" else { return }
    // If a sheet has several files, its name is no hint.
    let several = text + "FILE \"y.wav\" WAVE\n\(track)"
    #expect(try places(Array(several.utf8), in: "sheet.cue") == ["x.wav", "x.wav", "y.wav"])
  }
}

#if Inspection
  @Suite("The encoding of a list", .tags(.pure))
  struct ListEncodingTests {
    /// The encoding, performer, title, song, and the three texts in that encoding.
    @Test(
      "is detected from its bytes",
      arguments: [
        (
          "CP1251", "Группа", "Альбом", "Первая песня о любви",
          "c3f0f3efefe00ac0ebfce1eeec0acfe5f0e2e0ff20efe5f1edff20ee20ebfee1e2e8"
        ),
        (
          "KOI8-R", "Кино", "Звезда", "Группа крови",
          "ebc9cecf0afad7c5dac4c10ae7d2d5d0d0c120cbd2cfd7c9"
        ),
        (
          "CP932", "東京", "音楽", "はじめての歌",
          "938c8b9e0a89b98a790a82cd82b682df82c482cc89cc"
        ),
        (
          "EUC-JP", "東京", "音楽", "はじめての歌",
          "c5ecb5fe0ab2bbb3da0aa4cfa4b8a4e1a4c6a4ceb2ce"
        ),
        (
          "GB18030", "周", "范特西", "第一首歌",
          "d6dc0ab7b6ccd8cef70ab5dad2bbcad7b8e8"
        ),
        (
          "CP949", "아이유", "밤편지", "이 밤 그날의 반딧불을",
          "bec6c0ccc0af0ab9e3c6edc1f60ac0cc20b9e320b1d7b3afc0c720b9ddb5f7bad2c0bb"
        ),
        (
          "BIG5", "周杰倫", "范特西", "愛在西元前",
          "a950aa4eaddb0aad53af53a6e80ab752a662a6e8a4b8ab65"
        ),
        (
          "CP1250", "Skupina", "Příliš žluťoučký", "Kůň úpěl ďábelské ódy",
          "536b7570696e610a50f8ed6c699a209e6c759d6f75e86bfd0a4bf9f220fa70ec6c20efe162656c736be920f36479"
        ),
        (
          "CP1253", "Μίκης", "Ζορμπάς", "Το τρένο φεύγει στις οχτώ",
          "ccdfeae7f20ac6eff1ecf0dcf20ad4ef20f4f1ddedef20f6e5fde3e5e920f3f4e9f220eff7f4fe"
        ),
        (
          "CP1252", "Mylène Farmer", "Désenchantée", "Libertine à l'été",
          "4d796ce86e65204661726d65720a44e973656e6368616e74e9650a4c6962657274696e6520e0206c27e974e9"
        ),
        (
          "CP1252", "Björk", "Début", "Jóga",
          "426af6726b0a44e96275740a4af36761"
        ),
        (
          "CP1252", "Beyoncé", "Live", "Halo",
          "4265796f6e63e90a4c6976650a48616c6f"
        ),
      ]
    )
    func found(encoding: String, band: String, album: String, song: String, hex: String) throws {
      let lines = Self.bytes(hex).split(separator: 0x0A)
      func fill(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
          if byte == UInt8(ascii: "~"), let number = rest.popFirst() {
            result += lines[Int(number - 0x31)]
          } else {
            result.append(byte)
          }
        }
        return result
      }
      let sheet = """
        PERFORMER "~1"
        TITLE "~2"
        FILE "~2.wav" WAVE
          TRACK 01 AUDIO
            TITLE "~3"
            INDEX 01 00:00:00

        """
      let list = try read(fill(sheet), at: "/m/x.cue")
      #expect(list.title == album && list.titles == [song])
      #expect(list.places == ["/m/\(album).wav"])
      let m3u = try read(fill("#EXTM3U\n#EXTINF:9,~1 - ~3\n~2.mp3\n"), at: "/m/x.m3u")
      #expect(m3u.titles == [song] && m3u.places == ["/m/\(album).mp3"])
      let pls = try read(fill("[playlist]\nFile1=~2.mp3\nTitle1=~3\n"), at: "/m/x.pls")
      #expect(pls.titles == [song] && pls.places == ["/m/\(album).mp3"])
      let head = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>"
      let wpl = try read(fill(head + "<smil><media src=\"~2.mp3\"/></smil>"), at: "/m/x.wpl")
      #expect(wpl.places == ["/m/\(album).mp3"])
    }

    @Test(
      "of a few words is detected too",
      arguments: [
        (
          "Кино - Группа крови",
          "cae8edee202d20c3f0f3efefe020eaf0eee2e8"
        ),
        (
          "周杰伦 - 晴天",
          "d6dcbddcc2d7202d20c7e7ccec"
        ),
        (
          "周杰倫 - 晴天",
          "a950aa4eaddb202d20b4b8a4d1"
        ),
        (
          "아이유 - 밤편지",
          "bec6c0ccc0af202d20b9e3c6edc1f6"
        ),
        (
          "宇多田ヒカル - 花束を君に",
          "894691bd93638371834a838b202d2089d491a982f08c4e82c9"
        ),
        (
          "Stromae - Alors on danse à l'été",
          "5374726f6d6165202d20416c6f7273206f6e2064616e736520e0206c27e974e9"
        ),
        (
          "Café del Mar",
          "436166e92064656c204d6172"
        ),
      ]
    )
    func few(text: String, hex: String) {
      #expect(TextEncoding.decode(Self.bytes(hex)) == text)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
      let digits = hex.compactMap(\.hexDigitValue)
      return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
    }
  }
#endif

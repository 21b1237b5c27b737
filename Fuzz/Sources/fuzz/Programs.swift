import Foundation

@testable import PlayerKitServices
@testable import PlayerKitYTDLP

extension FuzzTarget {
  static let programs = [
    // The files of the command line are links, because no product contains them.
    FuzzTarget(
      name: "command-line",
      words: [
        "seek ", "volume ", "rate ", "insert ", "move ", "playnext ", "repeat one", "chapter next",
        "\n", "1e309", "-0", "0x1p4", "99999999999999999999", "\u{1B}[A", "\u{1B}O",
      ],
      samples: [
        "play\nseek 12.5\ninsert 0 a b\nmove 3 1\nchapter 2\nquit", "q\u{1B}[C\u{1B}[1;2D n",
      ]
    ) { bytes in
      var (whole, pieced) = (LineSplitter(), LineSplitter())
      let lines = whole.split(bytes[...]) + [whole.finish()].compactMap(\.self)
      let again =
        pieces(of: bytes).flatMap { pieced.split($0) } + [pieced.finish()].compactMap(\.self)
      require(lines == again, "lines do not depend on the pieces")
      for line in lines {
        guard let instruction = try? Instruction(line: line) else { continue }
        require(instruction.item.map { line.hasSuffix($0) } ?? true, "an item is not changed")
        guard case .seek(let time) = instruction else { continue }
        require(time >= .zero, "a time is not negative")
      }
      require(Key.keys(in: bytes[...]).count <= bytes.count, "keys are not invented")
    },
    FuzzTarget(
      name: "yt-dlp",
      words: [
        "ERROR: ", "[youtube] ", "HTTP Error 429", "; please report", "no such option", "://", "?",
        "{\"url\":\"https://", "\"cookies\":\"", "\"http_headers\":{", "Domain=.a.example; Path=/",
        "; Secure; Expires=", "\\\"", "\\073", "expire=1999999999",
      ],
      samples: [
        "WARNING: x\nERROR: [youtube] abc: Video unavailable. See https://a.example/?token=x",
        "a=b; Domain=.a.example; Path=/; Secure; Expires=1999999999; c=\"d\\073\"; Domain=b.example",
        "{\"url\":\"https://a.example/x?expire=1999999999\",\"cookies\":\"a=b; Domain=.a.example\","
          + "\"http_headers\":{\"User-Agent\":\"x\"},\"protocol\":\"https\"}",
      ]
    ) { bytes in
      let text = text(bytes)
      for status in [Int32(1), 2] {
        let message = "\(YTDLPError(errors: text, status: status))"
        require(!message.contains("?token="), "a message shows no query")
        require(message.unicodeScalars.count < 1_000, "a message is short")
      }
      for address in ["https://a.example/x/y", "http://sub.b.example"] {
        guard let url = URL(string: address) else { continue }
        let field = SetCookies(text).field(for: url, at: .distantPast) ?? ""
        require(!field.contains { $0.isNewline }, "a field is one line")
      }
      guard JSONDepth.isBounded(bytes),
        let info = try? JSONDecoder().decode(YTDLP.Info.self, from: Data(bytes)),
        let media = try? YTDLPMedia(info, now: .distantPast)
      else { return }
      let scheme = media.address.url.scheme?.lowercased() ?? ""
      require(["http", "https"].contains(scheme), "media is on a server, not at \(scheme)")
    },
  ]
}

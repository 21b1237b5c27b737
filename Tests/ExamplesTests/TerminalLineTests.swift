import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The now-playing line", .tags(.pure))
struct TerminalLineTests {
  private let playing = NowPlaying(
    state: .play,
    name: "Paper Boats – The Ensemble",
    service: "url",
    position: .seconds(65),
    duration: .seconds(130),
    volume: 0.8,
    isShuffled: true,
    repeatMode: .all,
    next: "Undertow"
  )

  @Test("shows state, title, service, progress, volume, modes and the next entry")
  func everything() {
    let line = TerminalLine.render(playing, width: 120)
    let bar = "━━━━━━━━───────"
    #expect(
      line == "▶ Paper Boats – The Ensemble [url] \(bar) 1:05/2:10 vol 80 shuffle repeat all"
        + " next: Undertow"
    )
  }

  @Test("never exceeds the terminal's columns", arguments: [0, 1, 2, 10, 40, 79, 80, 200])
  func width(width: Int) {
    for name in [
      "Short", String(repeating: "long ", count: 60), String(repeating: "歌🎵é", count: 60),
    ] {
      var playing = playing
      playing.name = name
      #expect(Columns.count(TerminalLine.render(playing, width: width)) <= width)
    }
  }

  @Test("shows the complete time even if there is little space", arguments: [20, 30, 40, 60])
  func time(width: Int) {
    var playing = playing
    playing.service = "appleMusicPreview"
    #expect(TerminalLine.render(playing, width: width).contains("1:05/2:10"))
  }

  @Test("names no service for a file or an address")
  func plain() {
    let queue = QueuePlayer(players: [])
    try? queue.set([QueueItem(URLTrack(path: "x.wav"))])
    #expect(NowPlaying(queue.status, position: .zero).service == nil)
  }

  @Test("has a glyph for each state", arguments: PlayerState.allCases)
  func glyphs(state: PlayerState) {
    var playing = playing
    playing.state = state
    let glyphs: [PlayerState: Character] = [
      .initial: "■", .load: "…", .loadToPlay: "…", .play: "▶", .pause: "‖",
    ]
    #expect(TerminalLine.render(playing, width: 80).first == glyphs[state])
  }

  @Test("handles positions after the end, and a missing or zero length")
  func oddLengths() {
    var playing = playing
    playing.position = .seconds(200)
    #expect(!TerminalLine.render(playing, width: 100).contains("─"))
    for duration in [nil, Duration.zero] {
      playing.duration = duration
      #expect(!TerminalLine.render(playing, width: 100).contains("━"))
    }
  }

  @Test(
    "formats times as people do",
    arguments: [
      (0, "0:00"), (9, "0:09"), (60, "1:00"), (3_599, "59:59"), (3_661, "1:01:01"), (-4, "0:00"),
    ]
  )
  func times(seconds: Int, expected: String) {
    #expect(TerminalLine.time(.seconds(seconds)) == expected)
  }

  @Test("shows the id of an untitled track, and removes control characters")
  func names() {
    let evil = TrackMetadata(title: "a\u{1B}[2J\u{9B}b\nc\u{202E}d\u{7F}", artist: "e\u{2028}f\t")
    #expect(NowPlaying.name(of: URLTrack(path: "x"), evil) == "a[2Jb cd – e f ")
    #expect(NowPlaying.name(of: URLTrack(path: "x/y"), TrackMetadata(title: "")) == "x/y")
    #expect(PrintableText.line("👨‍👩‍👧 é") == "👨‍👩‍👧 é")
  }

  @Test("names a station by the title in its stream, or else by its own name instead of an address")
  func stations() {
    let track = URLTrack(item: "http://radio.example/live?key=secret")
    let stated = URLTrack(path: "x", metadata: TrackMetadata(title: "My Station"))
    func name(_ track: URLTrack, _ heard: StreamMetadata) -> String {
      NowPlaying.name(of: track, track.metadata, heard: heard)
    }
    #expect(name(track, StreamMetadata(title: "Song", artist: "Ada", name: "N")) == "Song – Ada")
    #expect(name(track, StreamMetadata(title: "", name: "N\u{1B}[2J")) == "N[2J")
    #expect(name(stated, StreamMetadata(name: "N")) == "My Station")
    #expect(name(stated, StreamMetadata(title: "Ada - Song", name: "N")) == "Ada - Song")
  }
}

@Suite("The keys of the terminal", .tags(.pure))
struct KeyTests {
  @Test("are read from single bytes and from escape sequences, despite unknown ones")
  func keys() {
    let bytes = Array(" np\u{1B}[A\u{1B}OB\u{1B}[C\u{1B}[Dxsr\u{1B}[1;5C\u{1B}[3~\u{1B}q".utf8)
    #expect(
      Key.keys(in: bytes[...]) == [
        .playPause, .next, .previous, .louder, .quieter, .forward, .back, .shuffle, .repeat, .quit,
      ]
    )
    #expect(Key.keys(in: Array("\u{1B}[".utf8)[...]).isEmpty)
  }
}

import Foundation
import PlayerKit
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitYTDLP

@Suite("The arguments of yt-dlp", .tags(.local))
struct YTDLPArgumentTests {
  private static let start = [
    "--ignore-config", "--no-plugin-dirs", "--no-cache-dir", "--no-warnings", "--no-playlist",
    "--flat-playlist", "--socket-timeout", "15",
  ]
  private static let end = ["-f", YTDLPOptions.format, "-J"]

  @Test("are this list, with a search at its end, and the page on standard input")
  func list() {
    let plain = YTDLPOptions().arguments(for: YTDLPQuestion(subject: "https://a.example/--exec"))
    #expect(plain == Self.start + Self.end + ["-a", "-"])
    let search = YTDLPQuestion(subject: "ytsearch5:a #b")
    #expect(
      YTDLPOptions().arguments(for: search) == Self.start + Self.end + ["--", "ytsearch5:a #b"]
    )
    #expect(search.input == "")
    let more = YTDLPQuestion(
      subject: "https://a.example",
      items: 51...101,
      formatID: "140",
      extractors: "youtube.*"
    )
    let options = YTDLPOptions(allowsPlugins: true, cacheFolder: "/tmp/c")
    #expect(
      options.arguments(for: more) == [
        "--ignore-config", "--cache-dir", "/tmp/c", "--no-warnings", "--no-playlist",
        "--flat-playlist", "--socket-timeout", "15", "--use-extractors", "youtube.*",
        "--playlist-items", "51:101", "-f", "140/" + YTDLPOptions.format, "-J", "-a", "-",
      ]
    )
    #expect(more.input == "https://a.example\n")
  }

  @Test("exclude pages of unknown sites, if the app or the track demands it")
  func unknownSites() {
    var question = YTDLPQuestion(subject: "https://a.example")
    #expect(
      YTDLPOptions(readsUnknownSites: false).arguments(for: question).contains("default,-generic")
    )
    question.readsUnknownSites = false
    #expect(YTDLPOptions().arguments(for: question).contains("default,-generic"))
  }

  @Test("are not affected by environment variables")
  func environment() {
    let given = [
      "PATH": "/bin", "HOME": "/home/a", "PYTHONPATH": "/evil", "LANG": "de_DE", "LC_ALL": "de_DE",
      "XDG_CONFIG_HOME": "/home/a/c", "http_proxy": "http://p:1", "SUBSONIC_PASSWORD": "s3cret",
    ]
    #expect(
      YTDLPOptions().environment(from: given) == [
        "PATH": "/bin", "HOME": "/home/a", "LANG": "C.UTF-8", "http_proxy": "http://p:1",
        "YTDLP_NO_PLUGINS": "1",
      ]
    )
    let plugins = YTDLPOptions(allowsPlugins: true).environment(from: given)
    #expect(plugins["XDG_CONFIG_HOME"] == "/home/a/c")
    #expect(plugins["YTDLP_NO_PLUGINS"] == nil)
  }

  @Test("reach the program unchanged, without a shell, and no other user sees the page")
  func received() async throws {
    let fake = try FakeProgram(
      """
      for a in "$@"; do printf '%s\\n' "$a"; done > $D/arguments
      cat > $D/input
      echo '{"url":"http://a/b"}'
      """
    )
    let page = try #require(URL(string: "https://a.example/$(touch%20x);'%22?q=--exec&`id`"))
    _ = try await fake.client().info(page)
    let received = try #require(fake.text("arguments")).split(separator: "\n").map(String.init)
    #expect(received == Self.start + Self.end + ["-a", "-"])
    #expect(fake.text("input") == page.absoluteString + "\n")
  }

  @Test("contain no address that is too long for a pipe")
  func longAddress() async throws {
    let fake = try FakeProgram("touch $D/ran")
    let page = "https://a.example/" + String(repeating: "a", count: Program.maximumInput)
    await #expect(throws: YTDLPError.self) {
      try await fake.client().info(#require(URL(string: page)))
    }
    #expect(fake.text("ran") == nil)
  }

  @Test("contain no page of another scheme, and no plain word")
  func schemes() async throws {
    let fake = try FakeProgram("touch $D/ran")
    for text in [
      "file:///etc/passwd", "ftp://a.example/b", "data:text/plain,a", "ytsearch5:a", ":ytfav",
      "--exec", "tone.mp3", "http://", "http://user:secret@a.example/",
      "javascript:alert(1)", "https:///etc",
    ] {
      guard let page = URL(string: text) else { continue }
      await #expect(throws: YTDLPError.self, "\(text)") { try await fake.client().info(page) }
    }
    #expect(fake.text("ran") == nil)
  }

  @Test("contain no data that only yt-dlp itself may use")
  func smuggled() throws {
    let page = try #require(
      URL(string: "https://a.example/b?c=d#__youtubedl_smuggle=%7B%22a%22%3A1%7D")
    )
    #expect(try YTDLPTrack(page: page).page.absoluteString == "https://a.example/b?c=d")
  }

  @Test("are for a program in the search path, never in the current folder")
  func found() throws {
    let fake = try FakeProgram("")
    let folder = fake.folder.url.path
    #expect(YTDLPExecutable.find(in: ["PATH": "/nowhere:\(folder):/bin"]) == fake.path)
    let current = FileManager.default.currentDirectoryPath.split(separator: "/")
    let relative = current.map { _ in ".." }.joined(separator: "/") + folder
    #expect(FileManager.default.isExecutableFile(atPath: relative + "/yt-dlp"))
    #expect(YTDLPExecutable.find(in: ["PATH": "::.:\(relative)"]) == nil)
    #expect(YTDLPExecutable.find(in: [:]) == nil)
    try fake.folder.setMode(0o600, of: "yt-dlp")
    #expect(YTDLPExecutable.find(in: ["PATH": folder]) == nil)
  }
}

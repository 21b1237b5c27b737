import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitYTDLP

private let recorded = ProcessInfo.processInfo.environment["PLAYERKIT_RECORDED_MORE"].map {
  URL(filePath: $0).appending(path: "ytdlp")
}

@Suite("An error of yt-dlp", .tags(.local))
struct YTDLPErrorTests {
  typealias Case = (words: String, reason: YTDLPError.Code, code: PlayerError.Code)

  private static let cases: [Case] = [
    ("Private video. Sign in if you've been granted access", .isPrivate, .forbidden),
    ("Video unavailable", .unavailable, .notFound),
    ("This video has been removed by the uploader", .unavailable, .notFound),
    (
      "The uploader has not made this video available in your country\nThis video is available in A.",
      .otherCountry, .forbidden
    ),
    ("Sign in to confirm your age. This video may be", .ageRestricted, .unauthorized),
    ("Sign in to confirm you’re not a bot. Use --cookies", .takenForRobot, .forbidden),
    ("Sign in to confirm you're not a bot.", .takenForRobot, .forbidden),
    ("This content isn't available, try again later.", .rateLimited, .rateLimited),
    ("Your IP is requiring a captcha challenge", .takenForRobot, .forbidden),
    ("Join this channel to get access to members-only content", .membersOnly, .notEntitled),
    ("This live event will begin in 3 hours.", .notYet, .notYetAvailable),
    ("The channel is not currently live", .notYet, .notYetAvailable),
    ("Premieres in 20 minutes", .notYet, .notYetAvailable),
    ("This video is DRM protected", .encrypted, .drm),
    (
      "The requested site is known to use DRM protection. It will NOT be supported.", .encrypted,
      .drm
    ),
    ("Requested format is not available. Use --list", .noFormat, .unsupportedFormat),
    ("No video formats found!; please report this issue on x", .noFormat, .unsupportedFormat),
    (
      "Unable to extract title; please report this issue on https://github.com/x , filling out",
      .outdated, .toolOutdated
    ),
    ("Unable to download webpage: HTTP Error 503: Service", .httpError, .serverError),
    ("Unable to download webpage: HTTP Error 401: No", .httpError, .unauthorized),
    ("Unable to download webpage: HTTP Error 410: Gone", .httpError, .notFound),
    ("Unable to download API page: The read operation timed out", .timedOut, .timedOut),
    ("Unable to download webpage: CERTIFICATE_VERIFY_FAILED", .untrusted, .untrusted),
    ("Unable to download API page: HTTP Error 400: Bad Request", .httpError, .forbidden),
    (
      "Unable to download API page: HTTP Error 400: Bad Request; please report this issue on x",
      .outdated, .toolOutdated
    ),
    (
      "This video is available to this channel's members on level: Gold", .membersOnly,
      .notEntitled
    ),
    ("This video requires payment to watch.", .membersOnly, .notEntitled),
    ("This video is not available", .unavailable, .notFound),
    ("The playlist does not exist.", .unavailable, .notFound),
    ("This channel does not have a videos tab", .unavailable, .notFound),
    ("This live event has ended.", .unavailable, .notFound),
    ("Track not found", .unavailable, .notFound),
    ("This video is age restricted", .ageRestricted, .unauthorized),
    (
      "This video is protected by a password, use the --video-password option", .isPrivate,
      .forbidden
    ),
    ("Unsupported URL: https://a.example/private-video-login-required", .unknownPage, .invalidItem),
    ("Unable to read https://a.example/members-only", .other, .serverError),
    ("Something that nobody has seen yet", .other, .serverError),
  ]

  @Test("is found from its output")
  func sayings() {
    for (words, reason, code) in Self.cases {
      let error = YTDLPError(errors: "ERROR: [youtube] abc: \(words)\n", status: 1)
      #expect(error.code == reason, "\(words)")
      #expect(PlayerError(error).code == code, "\(words)")
      #expect(!error.message.contains("please report"))
      #expect(!error.message.contains("\n"))
    }
    #expect(
      YTDLPError(errors: "ERROR: [a] b: HTTP Error 503: x", status: 1).httpStatus == 503
    )
  }

  @Test("is the last of several errors, and not earlier output")
  func several() {
    let error = YTDLPError(
      errors: "WARNING: a\nERROR: bad cookies\nERROR: [x] y: Video unavailable\n",
      status: 1
    )
    #expect(error.code == .unavailable)
    #expect(error.message == "Video unavailable")
  }

  @Test("is its age if it does not know its arguments, and a crash if it prints nothing")
  func old() {
    let old = YTDLPError(
      errors: "Usage: yt-dlp\n\nyt-dlp: error: no such option: --no-plugin-dirs\n",
      status: 2
    )
    #expect(old.code == .outdated)
    let crash = YTDLPError(errors: "Traceback (most recent call last):\nValueError\n", status: 1)
    #expect(crash.code == .crashed)
    #expect(PlayerError(crash).code == .malformedReply)
  }

  @Test("shows no query and no control character, and is not cut within a word")
  func shown() {
    let words = String(repeating: "a\u{1B}[31m ", count: 500)
    let error = YTDLPError(
      errors: "ERROR: [x] y: See https://a.example/b?token=s3cret#f or /c?key=s3cret \(words)",
      status: 1
    )
    #expect(error.message.hasPrefix("See https://a.example/b?… or /c?…"))
    #expect(!"\(error) \(PlayerError(error))".contains("s3cret"))
    #expect(!error.message.contains("\u{1B}"))
    #expect(error.message.count <= 300)
  }

  @Test("contains the version, which is requested once")
  func version() async throws {
    let fake = try FakeProgram(
      """
      if [ "$1" = --version ]; then echo asked >> $D/versions; echo 2020.01.02; exit; fi
      echo null; echo 'ERROR: [x] y: Video unavailable' >&2; exit 1
      """
    )
    let client = fake.client()
    let page = try #require(URL(string: "https://a.example/b"))
    for _ in 0..<2 {
      let error = await #expect(throws: YTDLPError.self) { try await client.info(page) }
      #expect(error?.version == "2020.01.02")
      #expect(error.map { PlayerError($0).message } == "Video unavailable (yt-dlp 2020.01.02)")
    }
    #expect(fake.text("versions") == "asked\n")
  }

  @Test("reports that it is missing, hangs, crashes, or prints something else")
  func broken() async throws {
    let page = try #require(URL(string: "https://a.example/b"))
    func reason(_ script: String, _ limit: Duration = .seconds(60)) async throws
      -> YTDLPError.Code?
    {
      let fake = try FakeProgram("[ \"$1\" = --version ] && exit 1\n" + script)
      let client = fake.client(YTDLPOptions(timeLimit: limit))
      return await #expect(throws: YTDLPError.self) { try await client.info(page) }?.code
    }
    #expect(try await reason("exec sleep 300", .milliseconds(200)) == .tookTooLong)
    #expect(try await reason("kill -SEGV $$") == .interrupted)
    #expect(try await reason("head -c 100000000 /dev/zero") == .flooded)
    #expect(try await reason("echo '{\"url\":\"http://'") == .malformed)
    #expect(try await reason("echo '[1]'") == .crashed)
    #expect(try await reason("") == .crashed)
    #expect(try await reason("head -c 200000 /dev/zero | tr '\\0' '['") == .crashed)
    #expect(
      try await reason("printf '{\"a\":'; head -c 200000 /dev/zero | tr '\\0' '['") == .malformed
    )
    let nowhere = YTDLPClient(executable: "/nowhere/yt-dlp", environment: [:])
    let none = YTDLPClient(executable: nil, environment: [:])
    for client in [nowhere, none] {
      let error = await #expect(throws: YTDLPError.self) { try await client.info(page) }
      #expect(error?.code == .missing)
    }
  }

  private struct Recorded: Decodable {
    var url: String
    var rc: Int32
    var stdout_head: String
    var stderr: String
  }

  @Test(
    "equals the recorded error",
    .enabled(if: recorded != nil, "PLAYERKIT_RECORDED_MORE is not set.")
  )
  func real() throws {
    let data = try Data(
      contentsOf: try #require(recorded).appending(path: "errors_2026.10.26.json")
    )
    let expected: [String: YTDLPError.Code] = [
      "status/404": .httpError, "status/403": .httpError, "status/429": .rateLimited,
      "plain.html": .unknownPage, "etc/passwd": .excluded, "tone.mp3": .unknownPage,
      "dQw4w9WgXcQ": .unreachable, "private": .isPrivate, "geo": .otherCountry,
      "login": .signInRequired,
    ]
    let all = try JSONDecoder().decode([Recorded].self, from: data)
    #expect(all.count >= 10)
    for answer in all {
      let outcome = RunOutcome(
        end: .exited(answer.rc),
        output: Array(answer.stdout_head.utf8),
        errors: Array(answer.stderr.utf8)
      )
      let error = #expect(throws: YTDLPError.self) { try YTDLPClient.info(outcome) }
      let name = try #require(expected.keys.first { answer.url.hasSuffix($0) }, "\(answer.url)")
      #expect(error?.code == expected[name], "\(answer.url)")
    }
  }
}

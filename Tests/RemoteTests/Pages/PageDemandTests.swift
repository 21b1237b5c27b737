import Foundation
import PlayerKit
import PlayerKitTesting
import PlayerKitWebServer
import PlayerKitYouTube
import TestSupport
import Testing

@testable import PlayerKitPagePlayers
@testable import PlayerKitRemote

#if canImport(PlayerKitMPRIS)
  @testable import PlayerKitMPRIS
#endif

/// What a page asks of the user, as apps and remote controls see it.
@Suite("A page that asks for the user", .tags(.pure))
struct PageDemandTests {
  private let clock = ManualClock()
  private let host: PageHost
  private let queue: QueuePlayer

  init() {
    host = PageHost(clock: clock)
    queue = QueuePlayer(players: [YouTubePagePlayer(host: host)], clock: clock)
  }

  private var page: WebState {
    var memory = WebLyricsCache()
    return WebSnapshot(queue.status, version: 0, memory: &memory).state
  }

  private var mpd: [String] {
    var response = MPDResponse()
    MPDStatus(status: queue.status, modes: MPDModes(), at: clock.now)
      .write(into: &response, version: 0, ids: MPDSongIDs())
    return String(decoding: response.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func begin(_ tab: FakePage) throws {
    tab.connect()
    clock.advance(by: .milliseconds(50))
    try queue.set([try #require(YouTubeTrack("dQw4w9WgXcQ"))])
    queue.play()
    clock.advance(by: .milliseconds(500))
  }

  @Test("a click that the browser wants is a state of the app and of each remote control")
  func click() throws {
    let tab = FakePage(host, isActivated: false)
    try begin(tab)
    #expect(host.status.needsClick && queue.status.playback.suppression == .needsClick)
    #expect(page.waitsFor == "needsClick" && page.wantsToPlay && page.playback == .paused)
    #expect(mpd.contains("state: pause"))
    #expect(mpd.contains("error: The browser wants a click. Click in the player page."))
    let json = String(decoding: WebMessage.state(page).json, as: UTF8.self)
    #expect(json.contains(#""waitsFor":"needsClick""#))

    tab.click()
    clock.advance(by: .milliseconds(500))
    #expect(!host.status.needsClick && queue.status.playback.isPlaying)
    #expect(page.waitsFor == nil && page.playback == .playing)
    #expect(!mpd.contains { $0.hasPrefix("error:") })
  }

  #if canImport(PlayerKitMPRIS)
    @Test("the desktop shows a track that waits for a click as paused")
    func desktop() throws {
      let tab = FakePage(host, isActivated: false)
      try begin(tab)
      #expect(mpris == "Paused")
      tab.click()
      clock.advance(by: .milliseconds(500))
      #expect(mpris == "Playing")
    }

    private var mpris: String? {
      MPRISStateMachine(
        MPRISSnapshot(queue.status, at: clock.now),
        permissions: MPRISStateMachine.Permissions(),
        at: clock.now
      ).properties()["PlaybackStatus"]?.string
    }
  #endif

  @Test("a paused queue asks for nothing, and a click in the page does not begin it")
  func paused() throws {
    let tab = FakePage(host, isActivated: false)
    try begin(tab)
    queue.pause()
    clock.advance(by: .milliseconds(500))
    #expect(page.waitsFor == nil && !host.status.needsClick)
    #expect(!mpd.contains { $0.hasPrefix("error:") })
    tab.click()
    clock.advance(by: .milliseconds(500))
    #expect(!tab.isSounding)
  }

  @Test("a click that does not come in time is an error with a code")
  func tooLate() throws {
    try begin(FakePage(host, isActivated: false))
    clock.advance(by: .seconds(130))
    #expect(page.errorCode == "needsClick" && page.waitsFor == nil)
    #expect(mpd.contains { $0.hasPrefix("error: The player page waited for a click.") })
  }

  @Test(
    "the web player words each error of a page, and each reason to wait",
    arguments: [
      PlayerError.Code.noPage, .pageClosed, .pageReloaded, .pageHidden, .pageAsleep,
      .pageScriptBlocked, .needsClick, .drm,
    ]
  )
  func worded(code: PlayerError.Code) throws {
    let messages = try JSONDecoder().decode(
      [String: PageMessagesTests.Message].self,
      from: Data(try #require(WebFiles.page["en.json"]))
    )
    #expect(messages["error.\(code.rawValue)"] != nil)
    for reason in [SuppressionReason.needsClick, .pageHidden, .outputLost, .networkLost] {
      #expect(messages["waits.\(reason.rawValue)"] != nil)
    }
  }
}

import Foundation
import PlayerKit
import PlayerKitScrobbling
import PlayerKitServices
import PlayerKitSystem

/// What is scrobbled beside music.
struct ScrobbleChoices: Sendable {
  /// Whether episodes of podcasts are scrobbled as well.
  var countsPodcasts = false
  /// Whether songs of radio stations are scrobbled as well.
  var countsRadio = false
}

extension PlayOptions {
  /// The choices for scrobbling, or `nil` if it is off.
  var scrobbles: ScrobbleChoices? {
    guard scrobble else { return nil }
    return ScrobbleChoices(countsPodcasts: scrobblePodcasts, countsRadio: scrobbleRadio)
  }
}

/// Scrobbles to the services with a sign-in from `login`, for one run.
@MainActor
struct Scrobbling {
  private let scrobblers: [(Scrobbler, ListeningRecorder)]

  /// Starts to scrobble, including plays that earlier runs could not send. Errors become notices,
  /// so that the music plays anyway.
  init(
    of queue: QueuePlayer,
    _ services: MusicServices,
    _ choices: ScrobbleChoices,
    _ inputs: SessionInputs
  ) {
    let notice = { @Sendable (text: String) in inputs.send(.notice(text)) }
    var services = services.all.compactMap { $0 as? any ScrobbleService }.filter {
      $0.account != nil
    }
    let isEmpty = services.isEmpty
    for service in services where !service.isConfigured {
      let name = type(of: service).name
      notice(
        PrintableText.line(
          "\(name) is not told, though \(service.account ?? "") is signed in:"
            + KnownService.advice(
              CatalogError(.missingCredential, "", service: CatalogService(rawValue: name))
            )
        )
      )
    }
    services.removeAll { !$0.isConfigured }
    if isEmpty { notice("No user is signed in for scrobbling. Sign in with “playerkit login”.") }
    guard !services.isEmpty, let outbox = Self.outbox(notice) else {
      scrobblers = []
      return
    }
    scrobblers = services.map { service in
      let scrobbler = Scrobbler(service, outbox: outbox) { [name = type(of: service).name] event in
        switch event {
        case .told(let listen): inputs.send(.scrobbled(listen, by: name))
        case .refused(let listen, let reason):
          notice("\(name) does not count “\(PrintableText.line(listen.title))”: \(reason)")
        case .lost(let listen, _):
          notice("“\(PrintableText.line(listen.title))” could not be kept for \(name).")
        case .unreadable(let count):
          notice("Of what was kept for \(name), \(count) can't be read, and is dropped.")
        case .failed(let error):
          notice("\(name) can't be told now: \(Self.text(error))")
        case .kept: break
        }
      }
      scrobbler.countsPodcasts = choices.countsPodcasts
      scrobbler.countsRadio = choices.countsRadio
      let recorder = ListeningRecorder(of: queue, rule: scrobbler.rule) { scrobbler.receive($0) }
      return (scrobbler, recorder)
    }
  }

  /// Waits until everything possible is sent. The time is limited.
  func finish() async {
    for (scrobbler, recorder) in scrobblers {
      recorder.stop()
      await scrobbler.finish()
    }
  }

  private nonisolated static let outboxFile = "/scrobbles.sqlite"

  /// The outbox of earlier runs, or `nil` if there is none.
  nonisolated static func existingOutbox() throws(QueueStoreError) -> (any ScrobbleOutbox)? {
    #if SQLite
      guard let path = StateFolder.path(ProcessEnvironment.variables).map({ $0 + outboxFile }),
        FileManager.default.fileExists(atPath: path)
      else { return nil }
      return try SQLiteScrobbleOutbox(path: path)
    #else
      return nil
    #endif
  }

  private static func outbox(_ notice: (String) -> Void) -> (any ScrobbleOutbox)? {
    #if SQLite
      guard let folder = StateFolder.path(ProcessEnvironment.variables) else {
        notice("There is no folder to keep what was heard in.")
        return nil
      }
      PrivateFiles.makeFolder(folder)
      do throws(QueueStoreError) {
        return try SQLiteScrobbleOutbox(path: folder + outboxFile)
      } catch {
        notice(
          error.code == .locked
            ? "Another run tells what is heard; this one does not."
            : "What is heard can't be kept: \(error.message)"
        )
        return nil
      }
    #else
      return MemoryScrobbleOutbox()
    #endif
  }

  nonisolated private static func text(_ error: any Error) -> String {
    switch error {
    case let error as CatalogError: PrintableText.line(error.message)
    case let error as QueueStoreError: PrintableText.line(error.message)
    default: "it failed"
    }
  }
}

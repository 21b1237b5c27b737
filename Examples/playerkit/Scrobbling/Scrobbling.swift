import Foundation
import PlayerKitServices
import PlayerKit
import PlayerKitScrobbling
import PlayerKitSystem

/// Scrobbles to the services with a sign-in from `login`, for one run.
@MainActor
struct Scrobbling {
  private let scrobblers: [(Scrobbler, ListeningRecorder)]

  /// Starts to scrobble, including plays that earlier runs could not send. Errors become notices,
  /// so that the music plays anyway.
  init(of queue: QueuePlayer, _ accounts: ScrobbleAccounts, _ inputs: SessionInputs) {
    let notice = { @Sendable (text: String) in inputs.send(.notice(text)) }
    let services: [any ScrobbleService]
    do throws(CatalogError) { services = try accounts.services() } catch {
      notice(error.description)
      services = []
    }
    if let complaint = accounts.complaint {
      notice(PrintableText.line(complaint))
    } else if services.isEmpty {
      notice("No user is signed in for scrobbling. Sign in with “playerkit login”.")
    }
    guard !services.isEmpty, let outbox = Self.outbox(accounts, notice) else {
      scrobblers = []
      return
    }
    scrobblers = services.map { service in
      let scrobbler = Scrobbler(service, outbox: outbox) { [name = service.name] event in
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
      scrobbler.countsPodcasts = accounts.countsPodcasts
      scrobbler.countsRadio = accounts.countsRadio
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

  private static func outbox(
    _ accounts: ScrobbleAccounts,
    _ notice: (String) -> Void
  ) -> (any ScrobbleOutbox)? {
    #if SQLite
      guard let folder = StateFolder.path(accounts.environment), let path = accounts.outboxPath
      else {
        notice("There is no folder to keep what was heard in.")
        return nil
      }
      PrivateFiles.makeFolder(folder)
      do throws(QueueStoreError) {
        return try SQLiteScrobbleOutbox(path: path)
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

import Foundation
import Logging
import PlayerKit
import PlayerKitInspection
import PlayerKitMPV
import PlayerKitRemote
import PlayerKitServices

/// Connects engine, queue, reporter, and inputs for one run.
@MainActor
struct Playback {
  let options: PlayOptions
  let entries: [QueueItem]
  let services: MusicServices
  var interruption = Interruption(terminated: .success)
  /// The remote controls of the queue.
  var remotes: [RemoteStart] = []
  /// The items that remote controls may use, in addition to public addresses and services.
  var allowance = RemoteAccessPolicy()
  /// The source of further tracks.
  var source: (any QueueSource)?
  /// The scrobbling accounts, or `nil` for none.
  var scrobbles: ScrobbleChoices?
  /// Whether the page of `--page` is opened in the browser.
  var opensPage = false
  /// Whether to keep running after the queue has ended, until the process is interrupted.
  var keepsServing = false
  /// Whether a restored queue plays at once.
  var playsRestored = false

  /// Makes the reporter; `nil` for the reporter that the options and the terminal select.
  var makeReporter: (@MainActor @Sendable () -> any Reporter)?

  /// Plays the entries. At the end, closes the engine and restores the terminal.
  func run() async -> ExitStatus {
    let inputs = SessionInputs()
    let signals = Signals(inputs: inputs, interruption: interruption)
    let noise = options.output.output == .auto ? LibraryNoise() : nil
    defer { withExtendedLifetime((signals, noise)) {} }
    let screen = Screen(options: options, tellsPositions: !keepsServing)
    defer { screen.restore() }
    let reporter = makeReporter?() ?? screen.makeReporter()
    let sound: Sound
    do throws(PlayerError) {
      sound = try await Sound(options, configuration(inputs))
    } catch {
      reporter.cannotStart(error)
      return .failure
    }
    let status: ExitStatus
    do throws(PlayerError) {
      let page = try await startPage(inputs)
      let queue = makeQueue(on: sound.engine, page?.players ?? [])
      status = await play(queue, in: sound.remoteRooms, page, reporter, screen, inputs)
    } catch {
      reporter.cannotStart(error)
      status = .failure
    }
    await services.finish()
    await sound.close()
    return status
  }

  private func play(
    _ queue: QueuePlayer,
    in rooms: (any RemoteRooms)?,
    _ page: PlayerPage?,
    _ reporter: any Reporter,
    _ screen: Screen,
    _ inputs: SessionInputs
  ) async -> ExitStatus {
    let kept = QueueFile(
      of: queue,
      options: options,
      registry: services.registry,
      inputs: inputs
    )
    do throws(PlayerError) {
      try await kept?.open(isReplaced: !entries.isEmpty, mayStayEmpty: options.json || keepsServing)
    } catch {
      await page?.close()
      reporter.cannotStart(error)
      return .failure
    }
    var faces: [any RemoteFace] = [page].compactMap(\.self)
    do throws(PlayerError) {
      let context = remoteContext(of: queue, in: rooms)
      for start in remotes + options.rooms.remotes {
        faces.append(try await start(context) { inputs.send(.notice($0)) })
      }
    } catch {
      for face in faces { await face.close() }
      reporter.cannotStart(error)
      return .failure
    }
    announce(faces.compactMap(\.addresses))
    let listener = QueueListener(inputs: inputs)
    queue.addSendableObserver(listener, positionInterval: options.positionInterval)
    let listening = ListeningReports(of: queue, services: services)
    let scrobbling = scrobbles.map { Scrobbling(of: queue, services, $0, inputs) }
    screen.readInput(into: inputs)
    reporter.began(queue.status)
    if !entries.isEmpty || playsRestored && queue.status.currentEntry != nil {
      queue.play()
    } else {
      queue.prepare()
      // Without input, playback could never start again.
      if !screen.takesInput, !keepsServing { inputs.send(.inputEnded) }
    }
    let items = ItemReader(services: services, lists: ListItems())
    let session = Session(
      queue: queue,
      items: items,
      reporter: reporter,
      inputs: inputs,
      isSteered: !remotes.isEmpty
    )
    session.keepsOn = keepsServing
    let exit = await session.run()
    queue.removeObserver(listener)
    for face in faces { await face.close() }
    await listening.finish()
    await scrobbling?.finish()
    await session.tellRest()
    guard let failure = await kept?.close() else { return exit }
    reporter.notice(failure)
    return exit == .success ? .failure : exit
  }

  /// Prints the addresses for scripts, in one line.
  private func announce(_ addresses: [(name: String, addresses: [String])]) {
    guard !addresses.isEmpty else { return }
    var object = JSONObject()
    for face in addresses { object.add(face.name, face.addresses) }
    ConsoleWriter.standardOutput.write(object.text + "\n")
  }

  private func remoteContext(
    of queue: QueuePlayer,
    in rooms: (any RemoteRooms)?
  ) -> RemoteContext {
    RemoteContext(
      queue: queue,
      services: services,
      artwork: ArtworkLoader(
        configuration: .init(cache: options.mediaCache),
        sources: [MediaInspector(.init(cache: options.mediaCache))] + services.artworkSources
      ),
      allowance: allowance,
      rooms: rooms
    )
  }

  private func configuration(_ inputs: SessionInputs) -> MPVEngine.Configuration {
    let logger = Logger.commandLine(ProcessEnvironment.variables)
    var configuration = MPVEngine.Configuration(
      output: options.output.output ?? .auto,
      quality: options.sound.quality.quality,
      cache: options.mediaCache,
      logger: logger
    ) { notice in
      switch notice {
      case .noSoundCard:
        inputs.send(.notice("There is no sound output. Name one with --output."))
      case .deviceLost(let id):
        inputs.send(.notice("The output \(id) disappeared. Connect it, or use another."))
      case .deviceReturned(let id): inputs.send(.notice("The output \(id) is back."))
      case .reopened(let samples):
        let format = [samples.rate.map { "\($0) Hz" }, samples.layout].compactMap(\.self)
        inputs.send(.notice("The output was opened again: \(format.joined(separator: ", "))."))
      }
    }
    configuration.deviceLoss = (options.deviceLoss ?? (keepsServing ? .wait : .default)).deviceLoss
    return configuration
  }

  /// The whole queue is set before any track is loaded.
  private func makeQueue(on engine: any AudioEngine, _ pagePlayers: [any Player]) -> QueuePlayer {
    let seed = options.seed ?? .random(in: .min ... .max)
    var configuration = QueuePlayer.Configuration()
    configuration.errorPolicy = options.onError.policy
    configuration.shuffleSeed = seed
    let youTube: any Player = EnginePlayer(
      resolver: YouTubeWithoutPage(services),
      engine: engine
    )
    let queue = QueuePlayer(
      players: services.players(on: engine) + (pagePlayers.isEmpty ? [youTube] : pagePlayers),
      configuration: configuration
    )
    options.apply(to: queue)
    queue.source = source
    queue.endLookAhead = source == nil ? queue.endLookAhead : 3
    let inspector = MediaInspector(.init(cache: options.mediaCache), resolvers: services.resolvers)
    queue.inspector = services.inspector(inspector)
    // Remote controls can see the whole queue.
    if keepsServing { queue.inspection = .all }
    if options.json || keepsServing {
      queue.lyricsSources = [LyricsInMedia(inspector: inspector)] + services.lyricsSources
      queue.wantsLyrics = options.json
    }
    try? queue.set(
      options.items(of: pagePlayers.isEmpty ? entries : entries.map(PlayerPage.preferring)),
      startAt: start(seed: seed),
      position: options.position
    )
    return queue
  }

  private func startPage(_ inputs: SessionInputs) async throws(PlayerError) -> PlayerPage? {
    guard options.page else { return nil }
    let page = try await PlayerPage.start(
      port: options.pagePort,
      opensBrowser: opensPage,
      services: services,
      environment: AppleMusicUserFile.adding(to: ProcessEnvironment.variables)
    )
    inputs.send(.notice("The player page is open in the browser. Click in it to play."))
    return page
  }

  /// A shuffled queue starts at a random entry, unless a start was given.
  private func start(seed: UInt64) -> Int {
    if let start = options.startAt { return start }
    return options.shuffle && !entries.isEmpty ? Int(seed % UInt64(entries.count)) : 0
  }
}

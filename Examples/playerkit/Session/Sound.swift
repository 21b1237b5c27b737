import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitRemote
import PlayerKitRooms

/// The engine of a run, and the rooms that it plays in.
struct Sound {
  let engine: any AudioEngine
  private let rooms: SnapcastOutput?
  /// The rooms for remote controls, if the engine plays in any.
  let remoteRooms: (any RemoteRooms)?

  init(
    _ options: PlayOptions,
    _ configuration: MPVEngine.Configuration
  ) async throws(PlayerError) {
    guard let address = options.output.rooms else {
      engine = try MPVEngine(configuration: configuration)
      (rooms, remoteRooms) = (nil, nil)
      return
    }
    let rooms: SnapcastOutput
    do throws(SnapcastError) {
      rooms = try await SnapcastOutput.connect(
        to: address,
        configuration: SnapcastOutput.Configuration(
          stream: options.rooms.stream.map { SnapcastStream.ID(rawValue: $0) },
          buffer: options.rooms.buffer,
          stateFolder: Self.stateFolder
        )
      )
    } catch {
      throw PlayerError(.outputFailed, error.message, underlying: error)
    }
    var configuration = configuration
    configuration.output = .pipe(path: rooms.pipe)
    configuration.quality = .fixed(rate: rooms.sampleRate)
    let engine = try MPVEngine(configuration: configuration)
    self.engine = DelayedEngine(engine, output: rooms)
    self.rooms = rooms
    remoteRooms = SnapcastRemoteRooms(address, output: rooms)
  }

  func close() async {
    await engine.close()
    await rooms?.close()
  }

  private static var stateFolder: String {
    let environment = ProcessEnvironment.variables
    let folder = environment["XDG_STATE_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    return (folder ?? NSHomeDirectory() + "/.local/state") + "/playerkit"
  }
}

import Foundation
import PlayerKit
import PlayerKitServices

/// Sends the state machine's requests to the service.
package protocol ConnectRemote: Sendable {
  /// Sends a request.
  ///
  /// - Parameter then: Called once with the reply, on any thread, unless the request was canceled
  ///   before.
  /// - Returns: A closure that cancels the request. A command may still take effect.
  func send(
    _ request: ConnectRequest,
    then: @escaping @Sendable (ConnectReply) -> Void
  ) -> @Sendable () -> Void
}

/// Uses the Web API.
package struct ClientRemote: ConnectRemote {
  private let client: SpotifyClient
  private let clock: any PlaybackClock

  package init(client: SpotifyClient, clock: any PlaybackClock) {
    self.client = client
    self.clock = clock
  }

  package func send(
    _ request: ConnectRequest,
    then: @escaping @Sendable (ConnectReply) -> Void
  ) -> @Sendable () -> Void {
    let task = Task {
      let reply = await reply(to: request)
      if !Task.isCancelled { then(reply) }
    }
    return { task.cancel() }
  }

  package func reply(to request: ConnectRequest) async -> ConnectReply {
    do {
      return try await answer(to: request)
    } catch let error as CatalogError {
      return .failed(ConnectFailure(error))
    } catch let error as ConnectFailure {
      return .failed(error)
    } catch {
      let error = PlayerError(.interrupted, "The request was canceled.", underlying: error)
      return .failed(ConnectFailure(kind: .passing, error: error))
    }
  }

  private func answer(to request: ConnectRequest) async throws -> ConnectReply {
    switch request {
    case .state:
      let sent = clock.now
      let state = try await client.playbackState()
      // Assumes that both directions take the same time.
      let instant = sent + (clock.now - sent) / 2
      return .state(state.flatMap { ConnectReading($0, at: instant) })
    case .devices: return .devices(try await client.devices().members.map { ConnectDevice($0) })
    case .track(let id):
      let track = try await client.track(id)
      if track.isPlayable == false {
        let error = PlayerError(.forbidden, "The track is not available in the user's country.")
        throw ConnectFailure(kind: .final, error: error)
      }
      return .track(ConnectItem(track))
    case .play(let uri, let position, let device):
      try await client.play([uri], from: position, onDevice: device)
    case .resume(let device): try await client.play(onDevice: device)
    case .pause(let device): try await client.pause(onDevice: device)
    case .seek(let position, let device): try await client.seek(to: position, onDevice: device)
    case .volume(let percent, let device): try await client.setVolume(percent, onDevice: device)
    case .transfer(let device, let plays):
      try await client.transfer(toDevice: device, plays: plays)
    case .repeatOff(let device): try await client.setRepeat(.off, onDevice: device)
    }
    // The state of the player does not allow it. The next state shows why.
    return .done
  }
}

extension ConnectFailure {
  /// The pause after a quota is used up.
  private static let quotaPause = Duration.seconds(60)
  private static let usualPause = Duration.seconds(5)

  init(_ error: CatalogError) {
    let plain = PlayerError(error)
    func made(_ kind: Kind, _ code: PlayerError.Code, _ message: String) -> ConnectFailure {
      ConnectFailure(
        kind: kind,
        error: PlayerError(code, message, httpStatus: error.httpStatus, underlying: error)
      )
    }
    if error.code == .rateLimited {
      let wait = error.retryAfter ?? Self.usualPause
      let isUsedUp = error.spotifyReason == .quotaExceeded || !error.isRetryable
      self.init(kind: .throttled(wait: isUsedUp ? max(wait, Self.quotaPause) : wait), error: plain)
      return
    }
    switch error.spotifyReason {
    case .premiumRequired?:
      self = made(
        .notEntitled,
        .notEntitled,
        "Spotify plays whole tracks to Premium accounts alone."
      )
    case .noActiveDevice?: self = made(.noDevice, .noDevice, "No device of the user's is active.")
    case .deviceNotControllable?, .remoteControlDisallowed?:
      self = made(.refused, .noDevice, "The device takes no commands.")
    case .volumeControlDisallowed?:
      self = made(.refused, .noDevice, "The device's volume can't be set.")
    default:
      let namesDevice = error.details.contains { $0.text?.lowercased().contains("device") == true }
      if error.httpStatus == 404, namesDevice {
        self = made(.noDevice, .noDevice, "The device is not there.")
      } else {
        self.init(kind: error.isRetryable ? .passing : .final, error: plain)
      }
    }
  }
}

extension ConnectDevice {
  init(_ device: Spotify.Device) {
    self.init(
      id: device.id,
      name: device.name ?? "",
      isActive: device.isActive ?? false,
      isRestricted: device.isRestricted ?? false,
      volume: device.volumePercent.map { min(max($0, 0), 100) },
      hasVolume: device.supportsVolume ?? true
    )
  }
}

extension ConnectItem {
  init(_ track: Spotify.Track) {
    let names = [track.id, track.linkedFrom?.id, track.uri.flatMap(Self.id)]
    self.init(
      id: track.id ?? track.uri,
      ids: Set(names.compactMap(\.self)),
      metadata: TrackMetadata(track)
    )
  }

  /// Any other item has at least a name.
  init?(_ item: Spotify.Playable) {
    if let track = item.track {
      self.init(track)
      return
    }
    guard case .episode(let episode) = item else { return nil }
    let id = episode.id ?? episode.uri
    self.init(
      id: id,
      ids: Set([id].compactMap(\.self)),
      metadata: TrackMetadata(
        title: episode.name,
        duration: episode.durationMilliseconds.flatMap { Duration.milliseconds($0).ifPlausible }
      )
    )
  }

  private static func id(of uri: String) -> String? {
    uri.split(separator: ":").last.map { String($0) }
  }
}

extension ConnectReading {
  /// A week, in milliseconds. Longer values are errors.
  private static let longestProgress = 7 * 86_400_000

  /// `nil` if there is no device.
  init?(_ state: Spotify.PlaybackState, at instant: MonotonicInstant) {
    guard let device = state.device else { return nil }
    self.init(
      device: ConnectDevice(device),
      item: state.item.flatMap { ConnectItem($0) },
      isPlaying: state.isPlaying ?? false,
      progress: state.progressMilliseconds.flatMap {
        (0...Self.longestProgress).contains($0) ? .milliseconds($0) : nil
      },
      repeats: state.repeatState.map { $0 != .off } ?? false,
      instant: instant
    )
  }
}

import PlayerKit
import PlayerKitServices

/// Asks services concurrently. A slow service does not hold back the answers of others.
struct ServiceAnswers: Sendable {
  var clock: any PlaybackClock = SystemPlaybackClock()
  /// The time limit for each service.
  var timeout = Duration.seconds(8)
  /// The time limit for the others after the first successful answer.
  var grace = Duration.seconds(3)

  private enum Event<Found: Sendable>: Sendable {
    case answer(place: Int, Result<[Found], any Error>)
    case timeIsUp
  }

  /// Returns the answers in the order of the services. The answer of a service that was too slow is
  /// a `CatalogError` with the code `timedOut`.
  func answers<Service: Sendable, Found: Sendable>(
    of services: [Service],
    to ask: @escaping @Sendable (Service) async throws -> [Found]
  ) async -> [Result<[Found], any Error>] {
    await withTaskGroup(of: Event<Found>.self) { group in
      for (place, service) in services.enumerated() {
        group.addTask {
          do { return .answer(place: place, .success(try await ask(service))) } catch {
            return .answer(place: place, .failure(error))
          }
        }
      }
      group.addTask { await self.end(after: timeout) }
      var answers = [Result<[Found], any Error>?](repeating: nil, count: services.count)
      var missing = services.count
      var isGraceRunning = false
      while missing > 0, case .answer(let place, let answer)? = await group.next() {
        answers[place] = answer
        missing -= 1
        guard !isGraceRunning, case .success = answer else { continue }
        isGraceRunning = true
        group.addTask { await self.end(after: grace) }
      }
      group.cancelAll()
      let late = CatalogError(.timedOut, "The service did not answer in time.")
      return answers.map { $0 ?? .failure(late) }
    }
  }

  /// Returns the result of a task, which is canceled after ``timeout``.
  func inTime<Found: Sendable>(_ find: @escaping @Sendable () async -> Found) async -> Found {
    let task = Task { await find() }
    let timer = Task { if (try? await clock.sleep(for: timeout)) != nil { task.cancel() } }
    defer { timer.cancel() }
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func end<Found>(after time: Duration) async -> Event<Found> {
    try? await clock.sleep(for: time)
    return .timeIsUp
  }
}

import PlayerKitSystem

extension WebSessions {
  /// Makes a change in the rooms.
  ///
  /// - Returns: The answer.
  func steer(_ change: RemoteRoomsChange, id: Int) async -> WebMessage {
    guard let rooms = context.rooms else {
      return .failed(id, WebFailure(.noRoomServer))
    }
    guard knows(change) else { return .failed(id, WebFailure(.noSuchRoom)) }
    do throws(RemoteRoomsError) {
      try await rooms.perform(change)
      return .done(id, WebOutcome())
    } catch {
      return .failed(id, WebFailure(.roomFailed, error.message.cleaned))
    }
  }
}

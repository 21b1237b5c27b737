// libmpv may be unable to open what follows, whatever its first bytes say. With that failure it would
// drop what is still buffered of the current load. So it gets a moment of silence to open instead;
// the entry has failed all the same, and when the silence ends, and with it the tail, libmpv is idle.
extension MPVEngineStateMachine {
  /// Whether something would be cut if libmpv failed to open this entry.
  func mustNotFail(_ entry: Entry) -> Bool {
    active == entry && current?.entry != entry && isTailSounding && !isTailHeard
  }
}

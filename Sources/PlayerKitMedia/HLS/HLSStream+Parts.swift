import PlayerKit

// Turns parts into bytes, on the reader's thread.
extension HLSStream {
  /// Copies available bytes, up to the next announcement.
  func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let (count, said) = cursor?.take(into: buffer) else { return 0 }
    if let said { withState { $0.metadata = said } }
    if cursor?.isAtEnd == true { cursor = nil }
    return count
  }

  func begin(with input: HLSAssembler.Input) throws(PlayerError) {
    let result = Result { () throws(HLSAssembler.Failure) in try assembler.assemble(input) }
    switch result {
    case .success(let output):
      guard passed(input.part.number, output) else {
        assembler = HLSAssembler()
        return
      }
      cursor = output.bytes.isEmpty ? nil : HLSPartCursor(output)
    case .failure(.unreadable(let error)):
      try fail { $0.hasBegun ? $0.reader.passOver(input.part, error) : $0.reader.fail(error) }
    case .failure(.player(let error)):
      try fail { $0.reader.fail(error) }
    case .failure(.otherFormat):
      try fail { $0.reader.fail(HLSErrors.otherCodec) }
    }
  }

  private func fail(_ body: (inout State) -> [HLSReader.Action]) throws(PlayerError) {
    let failure = withState { state in
      perform(body(&state), &state)
      return state.reader.failure
    }
    if let failure { throw failure }
  }

  func measure(_ input: HLSAssembler.Input) {
    var assembler = HLSAssembler()
    guard let output = try? assembler.assemble(input) else { return }
    withState { $0.reader.times.pass(input.part.number, output.timing) }
  }

  /// Records the timing of a part.
  ///
  /// - Returns: whether to read it; `false` if the first part begins too late.
  private func passed(_ number: Int64, _ output: HLSAssembler.Output) -> Bool {
    let (isRead, item) = withState { state -> (Bool, HLSMemory.Item?) in
      state.reader.passed(number, output.timing, canRenew: state.address.renewal != nil)
      guard state.hasBegun || begin(at: number, output, &state) else { return (false, nil) }
      let lost = state.reader.takeLost()
      if !output.isTimed { state.jump += lost }
      return (true, remembered(state))
    }
    if let item { setting.memory.keep(item, of: setting.key) }
    return isRead
  }

  private func begin(
    at number: Int64,
    _ output: HLSAssembler.Output,
    _ state: inout State
  ) -> Bool {
    state.isLive = state.reader.isLive
    _ = state.reader.takeLost()
    if !state.isLive, let start = state.reader.times.start(of: number) {
      state.reader.limitBegin()
      let begin = state.reader.begin
      var output = output
      if start == 0, output.delay > 0 { state.reader.times.delay = output.delay }
      if output.padding == 0 { output.padding = state.reader.times.delay }
      if !state.reader.times.begins(start, early: begin + output.padding),
        state.reader.goBack(from: number)
      {
        return false
      }
      state.timeline = StreamTimeline(start: start, position: begin, output, state.reader.times)
    }
    state.hasBegun = true
    return true
  }

  private func remembered(_ state: State) -> HLSMemory.Item? {
    state.reader.presentation.map {
      HLSMemory.Item(presentation: $0, origin: state.origin, address: state.address)
    }
  }
}

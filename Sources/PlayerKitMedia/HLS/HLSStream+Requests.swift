import PlayerKit
import PlayerKitHTTP
import PlayerKitSystem

// Performs the requests of the reader.
extension HLSStream {
  // Runs with the lock held: a fetcher only queues requests and does not call back.
  func perform(_ actions: [HLSReader.Action], _ state: inout State) {
    for action in actions {
      switch action {
      case .start(let request, let pause):
        guard !state.isCancelled else { continue }
        if pause > .zero {
          state.exchanges[request.serial] = send(request, after: pause)
        } else {
          send(request, &state)
        }
      case .cancel(let serial):
        state.exchanges.removeValue(forKey: serial)?.cancel()
        state.work.removeAll { $0.serial == serial }
      case .renew:
        let address = state.address
        guard !state.isCancelled, let renewal = address.renewal else { continue }
        let task = Task { [weak self] in
          let result = await address.renewed(by: renewal)
          self?.renewed(result)
        }
        state.renewal = Renewal(task: task, deadline: .now + HTTPAddress.maxRenewal)
      }
    }
  }

  private func send(_ request: HLSReader.Request, _ state: inout State) {
    let serial = request.serial
    state.exchanges[serial] = nil
    if request.piece.url.isFileURL, state.origin.url.isFileURL {
      state.work.append(.file(request))
      return
    }
    // The app's own URL is requested with its own reach.
    let isOwn = request.resource == .playlist && request.piece.url == state.address.url
    // As for redirects, a playlist from HTTPS must not lead to HTTP.
    if !isOwn, state.origin.url.isHTTPS, request.piece.url.scheme?.lowercased() == "http" {
      let refusal = HLSReader.Refusal.final(HTTPFailure.downgraded)
      return perform(state.reader.refused(refusal, serial: serial, now: now), &state)
    }
    let exchange = HLSExchange(request) { [weak self] outcome in
      self?.ended(outcome, of: request)
    }
    state.exchanges[serial] = .sent(exchange, request, awaitedSince: nil)
    let reach = isOwn ? state.address.reach : state.origin.reach
    let fetch = HTTPTransportRequest(request, of: state.address, reach)
    // The engine is closed, so nothing will arrive.
    if setting.fetcher().map({ exchange.begin(fetch, by: $0) }) != true { state.isCancelled = true }
  }

  private func send(_ request: HLSReader.Request, after pause: Duration) -> Exchange {
    .waiting(
      Task { [weak self] in
        guard (try? await Task.sleep(for: pause)) != nil else { return }
        self?.withState { state in
          guard state.exchanges[request.serial] != nil else { return }
          self?.send(request, &state)
        }
      }
    )
  }

  private func ended(_ outcome: HLSExchange.Outcome, of request: HLSReader.Request) {
    let serial = request.serial
    withState { state in
      guard state.exchanges.removeValue(forKey: serial) != nil else { return }
      switch outcome {
      case .came(let bytes, let answer):
        let origin = StreamOrigin(answer, askedAt: request.piece.url)
        deliver(bytes, from: origin, serial: serial, &state)
      case .refused(let refusal):
        perform(state.reader.refused(refusal, serial: serial, now: now), &state)
      }
    }
  }

  /// Passes received bytes on. Parsing a playlist takes time, so it is left to the reader's thread.
  func deliver(_ bytes: [UInt8], from origin: StreamOrigin, serial: Int, _ state: inout State) {
    if state.reader.flights[serial]?.resource == .playlist {
      state.work.append(.playlist(bytes, origin, serial: serial))
    } else {
      perform(state.reader.received(bytes, serial: serial, now: now), &state)
    }
  }

  private func renewed(_ result: Result<HTTPAddress, PlayerError>) {
    withState { state in
      guard state.renewal != nil else { return }
      state.renewal = nil
      switch result {
      case .success(let address):
        // May be renewed again if it expires as well.
        var address = address
        address.renewal = state.address.renewal
        state.address = address
        state.origin = StreamOrigin(url: address.url, reach: address.reach)
        perform(state.reader.renewed(address.url), &state)
      case .failure(let error):
        perform(state.reader.renewalFailed(error), &state)
      }
    }
  }
}

extension HLSStream.Work {
  fileprivate var serial: Int? {
    switch self {
    case .file(let request): request.serial
    case .playlist(_, _, let serial): serial
    }
  }
}

#if canImport(PlayerKitCCurl)
  import PlayerKitCCurl
  import PlayerKitSystem

  /// The thread that runs all transfers of a fetcher.
  ///
  /// `@unchecked Sendable`: `multi` is created once, and other threads only wake it up, as libcurl
  /// allows. Only the loop's thread accesses `exchanges`.
  final class CurlLoop: @unchecked Sendable {
    enum Command: Sendable {
      case start(CurlTask, HTTPTransportRequest, @Sendable (HTTPEvent) -> Void)
      /// The task's reader has room again.
      case goOn(CurlTask)
      case cancel(CurlTask)
      case close
    }

    private enum Phase {
      case idle
      case running
      case closed
    }

    private struct Mailbox {
      var phase = Phase.idle
      var commands: [Command] = []
    }

    private static let isCurlReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    private let mailbox = Locked(Mailbox())
    private let multi: UnsafeMutableRawPointer?
    private var exchanges: [ObjectIdentifier: CurlExchange] = [:]

    private let settings: CurlSettings

    init(_ settings: CurlSettings) {
      self.settings = settings
      multi = Self.isCurlReady ? curl_multi_init() : nil
    }

    deinit {
      curl_multi_cleanup(multi)
    }

    /// - Returns: Whether the command was accepted; after `close` it is not.
    @discardableResult
    func post(_ command: Command) -> Bool {
      let (isTaken, begins) = mailbox.withLock { mailbox in
        switch mailbox.phase {
        case .closed:
          return (false, false)
        case .running:
          mailbox.commands.append(command)
          return (true, false)
        case .idle:
          if case .close = command {
            mailbox.phase = .closed
            return (true, false)
          }
          mailbox.phase = .running
          mailbox.commands.append(command)
          return (true, true)
        }
      }
      if begins {
        guard multi != nil, BackgroundThread.start("PlayerKit.HTTP", { self.run() }) else {
          mailbox.withLock { $0 = Mailbox(phase: .closed) }
          return false
        }
      } else if isTaken, let multi {
        curl_multi_wakeup(multi)
      }
      return isTaken
    }

    private func run() {
      while takeCommands() {
        var count: Int32 = 0
        curl_multi_perform(multi, &count)
        endFinished()
        // Returns at once if a command was posted or a transfer ended meanwhile.
        curl_multi_poll(multi, nil, 0, 3_600_000, nil)
      }
      for exchange in exchanges.values {
        curl_multi_remove_handle(multi, exchange.easy)
        exchange.end(.closed)
      }
      exchanges = [:]
    }

    /// - Returns: Whether the thread should continue.
    private func takeCommands() -> Bool {
      let commands = mailbox.withLock { mailbox in
        defer { mailbox.commands = [] }
        return mailbox.commands
      }
      for (index, command) in commands.enumerated() {
        switch command {
        case .start(let task, let request, let handler):
          guard !task.isCancelled else { continue }
          start(CurlExchange(task, request, settings, handler))
        case .goOn(let task):
          exchanges[ObjectIdentifier(task)]?.goOn()
        case .cancel(let task):
          guard let exchange = exchanges[ObjectIdentifier(task)] else { continue }
          curl_multi_remove_handle(multi, exchange.easy)
          exchanges[exchange.id] = nil
        case .close:
          let late = mailbox.withLock { mailbox in
            mailbox.phase = .closed
            defer { mailbox.commands = [] }
            return mailbox.commands
          }
          refuse(Array(commands[(index + 1)...]) + late)
          return false
        }
      }
      return true
    }

    /// Ends requests that were posted just as the loop closed.
    private func refuse(_ commands: [Command]) {
      for case .start(let task, _, let handler) in commands where !task.isCancelled {
        handler(.end(.closed))
      }
    }

    private func start(_ exchange: CurlExchange) {
      if let failure = exchange.prepare() {
        exchanges[exchange.id] = nil
        exchange.end(failure)
      } else if curl_multi_add_handle(multi, exchange.easy) == CURLM_OK {
        exchanges[exchange.id] = exchange
      } else {
        exchanges[exchange.id] = nil
        exchange.end(.cut)
      }
    }

    private func endFinished() {
      var left: Int32 = 0
      while let message = curl_multi_info_read(multi, &left) {
        guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle else {
          continue
        }
        let result = curl_message_result(message)
        guard let exchange = CurlExchange.of(easy) else { continue }
        curl_multi_remove_handle(multi, easy)
        switch exchange.finished(result) {
        case .redirected:
          start(exchange)
        case .ended(let failure):
          exchanges[exchange.id] = nil
          exchange.end(failure)
        }
      }
    }
  }
#endif

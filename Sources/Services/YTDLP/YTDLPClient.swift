import Foundation
import PlayerKit
import PlayerKitHTTP
import PlayerKitServices
import PlayerKitSystem

/// Asks the user's own yt-dlp about pages, with one process per question.
///
/// May be used on any thread, any number of times at once. Cancelling a task ends its process and
/// the processes it has started. Writes nothing to disk, unless ``YTDLPOptions/cacheFolder`` names
/// a folder.
public struct YTDLPClient: Sendable {
  /// The path of yt-dlp. If `nil`, each question fails.
  public let executable: String?
  /// The options for running yt-dlp.
  public let options: YTDLPOptions
  let memory: YTDLPMemory
  let clock: any PlaybackClock
  let lookups = SingleFlight<YTDLPQuestion, YTDLP.Info>(waitsForCanceledWork: true)
  private let runner: any ProgramRunner
  private let environment: [String: String]
  private let version = Locked<String?>(nil)

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - options: The options for each run.
  ///   - clock: The clock, which tests replace.
  ///   - executable: The path of yt-dlp, as returned by ``YTDLPExecutable/find(in:)``.
  ///   - environment: The source of yt-dlp's search path, home and proxies. It gets no other
  ///     variables.
  public init(
    executable: String?,
    options: YTDLPOptions = YTDLPOptions(),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.init(
      executable: executable,
      options: options,
      environment: environment,
      clock: clock,
      runner: SystemRunner(most: max(1, options.concurrency))
    )
  }

  init(
    executable: String?,
    options: YTDLPOptions,
    environment: [String: String],
    clock: any PlaybackClock,
    runner: any ProgramRunner
  ) {
    self.executable = executable
    self.options = options
    self.environment = options.environment(from: environment)
    self.clock = clock
    self.runner = runner
    memory = YTDLPMemory(clock: clock)
  }

  /// Returns yt-dlp's data of a page.
  ///
  /// - Parameters:
  ///   - page: An http or https address.
  ///   - items: The range of list members to return, from 1; `nil` for all.
  /// - Throws: ``YTDLPError``, `CancellationError`.
  public func info(_ page: URL, items: ClosedRange<Int>? = nil) async throws -> YTDLP.Info {
    guard let track = try? YTDLPTrack(page: page) else {
      throw YTDLPError(.excluded, "Only http and https are looked at.")
    }
    return try await answer(track, items: items)
  }

  /// Searches YouTube.
  ///
  /// - Parameter term: The words to search for.
  /// - Parameter limit: The maximum number of results, at most 100.
  /// - Throws: ``YTDLPError``, `CancellationError`.
  public func search(_ term: String, limit: Int) async throws -> [YTDLP.Info] {
    let words = term.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !words.isEmpty, words.utf8.count <= RequestBounds.term else {
      throw YTDLPError(.excluded, "The search term is empty or too long.")
    }
    let question = YTDLPQuestion(
      subject: "ytsearch\(min(max(limit, 1), 100)):\(words)",
      extractors: "youtube.*"
    )
    return (try await answer(question).entries).map(Array.init) ?? []
  }

  /// Returns the version of yt-dlp, a date such as `2026.10.26`.
  ///
  /// - Throws: ``YTDLPError``, `CancellationError`.
  public func currentVersion() async throws -> String {
    try await currentVersion(time: .seconds(20))
  }

  private func currentVersion(time: Duration) async throws -> String {
    let outcome = try await run(["--version"], time: time)
    let text = String(decoding: outcome.output.prefix(100), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    let isVersion = text.utf8.allSatisfy { $0 == 0x2E || (0x30...0x39).contains($0) }
    guard outcome.end == .exited(0), !text.isEmpty, isVersion else {
      throw YTDLPError(.malformed, "This program is not yt-dlp. Check its path.")
    }
    version.withLock { $0 = text }
    return text
  }
}

extension YTDLPClient {
  /// Returns yt-dlp's data of a track's page.
  func answer(
    _ track: YTDLPTrack,
    items: ClosedRange<Int>? = nil,
    formatID: String? = nil
  ) async throws -> YTDLP.Info {
    if track.isNamedByServer, !NetworkScope.mayBePublic(track.page) {
      throw YTDLPError(.excluded, "A list of a server on the Internet leads to this network.")
    }
    var question = YTDLPQuestion(
      subject: track.page.absoluteString,
      items: items,
      formatID: formatID,
      extractors: KnownSite(track.page)?.extractors,
      // Such a search follows any name or redirect, even into the local network.
      readsUnknownSites: track.readsUnknownSites && !track.isNamedByServer
    )
    do {
      return try await answer(question)
    } catch let error as YTDLPError where error.code == .excluded && question.extractors != nil {
      // Another extractor may read this page of a known site.
      question.extractors = nil
      return try await answer(question)
    }
  }

  private func answer(_ question: YTDLPQuestion) async throws -> YTDLP.Info {
    try await lookups.value(for: question) { try await ask(question) }
  }

  private func ask(_ question: YTDLPQuestion) async throws -> YTDLP.Info {
    guard question.input.utf8.count <= Program.maximumInput else {
      throw YTDLPError(.excluded, "The address is too long.")
    }
    let outcome = try await run(
      options.arguments(for: question),
      input: question.input,
      time: options.timeLimit
    )
    do {
      let info = try Self.info(outcome)
      if let known = info.version?.version { version.withLock { $0 = known.bounded } }
      return info
    } catch {
      var error = error
      // Do not run a program again that hung or was killed.
      error.version =
        outcome.end.isOwn ? await knownVersion() : version.withLock { $0 }
      try Task.checkCancellation()
      throw error
    }
  }

  /// Returns the version for an error message.
  private func knownVersion() async -> String? {
    if let known = version.withLock({ $0 }) { return known }
    return try? await currentVersion(time: .seconds(5))
  }

  private func run(
    _ arguments: [String],
    input: String = "",
    time: Duration
  ) async throws -> RunOutcome {
    guard let executable else {
      throw YTDLPError(.missing, "This needs yt-dlp, which was not found.")
    }
    guard YTDLPExecutable.isExecutable(executable) else {
      throw YTDLPError(.missing, "yt-dlp can't be run where it is said to be.")
    }
    var limits = RunLimits()
    limits.time = time
    return try await runner.run(
      Program(path: executable, arguments: arguments, environment: environment, input: input),
      limits: limits
    )
  }

  /// Returns the answer. Exit status and output decide whether the run succeeded, and standard
  /// error gives the reason of a failure.
  static func info(_ outcome: RunOutcome) throws(YTDLPError) -> YTDLP.Info {
    switch outcome.end {
    case .ended(.cancelled): throw YTDLPError(.interrupted, "It was ended.")
    case .ended(.timedOut): throw YTDLPError(.tookTooLong, "yt-dlp took too long.")
    case .ended(.flooded): throw YTDLPError(.flooded, "yt-dlp said too much.")
    case .signaled: throw YTDLPError(.interrupted, "Another program ended yt-dlp.")
    case .exited(let status):
      // If a member of a list failed, the exit status is 1 but the list is complete. Failures begin
      // with `null`.
      if outcome.output.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") {
        guard JSONDepth.isBounded(outcome.output),
          let info = try? JSONDecoder().decode(YTDLP.Info.self, from: Data(outcome.output))
        else { throw YTDLPError(.malformed, "The output of yt-dlp can't be read. Update yt-dlp.") }
        return info
      }
      let errors = String(decoding: outcome.errors.suffix(64 << 10), as: UTF8.self)
      throw YTDLPError(errors: errors, status: status)
    }
  }
}

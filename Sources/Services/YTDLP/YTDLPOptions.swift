import Foundation

/// How yt-dlp is run.
public struct YTDLPOptions: Sendable, Hashable {
  /// Whether pages of sites that yt-dlp does not know are looked through for media, wherever they lie, also
  /// in the network around this machine. An app that takes links of strangers says no.
  public var readsUnknownSites: Bool
  /// Whether the user's plugins of yt-dlp run: Python of their choice.
  public var allowsPlugins: Bool
  /// Where yt-dlp may keep what saves it a second the next time; `nil`: nowhere.
  public var cacheFolder: String?
  /// How long one look-up may take, its wait for its turn left out.
  public var timeLimit: Duration
  /// How many look-ups run at once; the others wait.
  public var concurrency: Int

  /// Says how.
  public init(
    readsUnknownSites: Bool = true,
    allowsPlugins: Bool = false,
    cacheFolder: String? = nil,
    timeLimit: Duration = .seconds(60),
    concurrency: Int = 2
  ) {
    self.readsUnknownSites = readsUnknownSites
    self.allowsPlugins = allowsPlugins
    self.cacheFolder = cacheFolder
    self.timeLimit = timeLimit
    self.concurrency = concurrency
  }
}

extension YTDLPOptions {
  /// The variables that yt-dlp sees: none but those.
  func environment(from environment: [String: String]) -> [String: String] {
    let wanted = [
      "PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "https_proxy",
      "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    ]
    var seen = environment.filter { wanted.contains($0.key) }
    seen["PATH"] = seen["PATH"].map { YTDLPExecutable.folders($0).joined(separator: ":") }
    // It tells its reasons in English, and in UTF-8.
    seen["LANG"] = "C.UTF-8"
    if allowsPlugins {
      seen["XDG_CONFIG_HOME"] = environment["XDG_CONFIG_HOME"]
    } else {
      seen["YTDLP_NO_PLUGINS"] = "1"
    }
    return seen
  }

  /// The arguments for a question.
  func arguments(for question: YTDLPQuestion) -> [String] {
    var arguments = ["--ignore-config"]
    if !allowsPlugins { arguments += ["--no-plugin-dirs"] }
    arguments += cacheFolder.map { ["--cache-dir", $0] } ?? ["--no-cache-dir"]
    arguments += ["--no-warnings", "--no-playlist", "--flat-playlist", "--socket-timeout", "15"]
    if let extractors = extractors(for: question) {
      arguments += ["--use-extractors", extractors]
    }
    if let items = question.items {
      arguments += ["--playlist-items", "\(items.lowerBound):\(items.upperBound)"]
    }
    let format = question.formatID.map { $0 + "/" + Self.format } ?? Self.format
    arguments += ["-f", format, "-J"]
    // Every user of the machine sees arguments, and an address may hold a secret: it comes on standard input.
    guard question.input.isEmpty else { return arguments + ["-a", "-"] }
    // Whatever the subject is, it is no option.
    return arguments + ["--", question.subject]
  }

  /// What the loader plays: sound alone before sound with pictures, files before HLS, whose joints are
  /// not exact.
  static let format: String = {
    let file = "[protocol^=http][protocol!*=dash]"
    let list = "[protocol^=m3u8]"
    return [
      "ba" + file, "ba" + list, "b[height<=480]" + file, "b" + file, "b[height<=480]" + list,
      "b" + list,
    ].joined(separator: "/")
  }()

  private func extractors(for question: YTDLPQuestion) -> String? {
    if let name = question.extractors { return name }
    return readsUnknownSites && question.readsUnknownSites ? nil : "default,-generic"
  }
}

/// What yt-dlp is asked.
struct YTDLPQuestion: Sendable, Hashable {
  /// An http or https address, or a search.
  var subject: String
  /// Which of the list's members are wanted, from 1; `nil`: all.
  var items: ClosedRange<Int>?
  /// The format that is preferred.
  var formatID: String?
  /// The parts of yt-dlp that may read it; `nil`: any.
  var extractors: String?
  /// Whether a page of a site that yt-dlp does not know is looked through.
  var readsUnknownSites = true

  /// What yt-dlp reads from its standard input: the subject, if it is an address.
  var input: String {
    subject.lowercased().hasPrefix("http") && !subject.contains(where: \.isWhitespace)
      ? subject + "\n" : ""
  }
}

import Foundation

/// Options for running yt-dlp.
public struct YTDLPOptions: Sendable, Hashable {
  /// Whether yt-dlp searches pages of unknown sites for media, on any network, including the local
  /// one. Set this to `false` in an app that accepts untrusted links.
  public var readsUnknownSites: Bool
  /// Whether the user's yt-dlp plugins run. Plugins are arbitrary Python code.
  public var allowsPlugins: Bool
  /// The folder for yt-dlp's cache, which saves about a second on later runs; `nil` for no cache.
  public var cacheFolder: String?
  /// The maximum duration of one lookup, without the wait for its turn.
  public var timeLimit: Duration
  /// The maximum number of simultaneous lookups. Others wait.
  public var concurrency: Int

  /// Creates options.
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
  /// Returns the environment of yt-dlp, which contains only the needed variables.
  func environment(from environment: [String: String]) -> [String: String] {
    let wanted = [
      "PATH", "HOME", "TMPDIR", "SSL_CERT_FILE", "SSL_CERT_DIR", "http_proxy", "https_proxy",
      "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY",
    ]
    var seen = environment.filter { wanted.contains($0.key) }
    seen["PATH"] = seen["PATH"].map { YTDLPExecutable.folders($0).joined(separator: ":") }
    // Makes yt-dlp report errors in English and UTF-8.
    seen["LANG"] = "C.UTF-8"
    if allowsPlugins {
      seen["XDG_CONFIG_HOME"] = environment["XDG_CONFIG_HOME"]
    } else {
      seen["YTDLP_NO_PLUGINS"] = "1"
    }
    return seen
  }

  /// Returns the arguments for a question.
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
    // All users of the machine can see arguments, and an address may hold a secret, so it goes to
    // standard input.
    guard question.input.isEmpty else { return arguments + ["-a", "-"] }
    // Prevents the subject from being read as an option.
    return arguments + ["--", question.subject]
  }

  /// The preferred formats for the loader: audio only before video, and files before HLS, whose
  /// segments do not join exactly.
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

/// A question to yt-dlp.
struct YTDLPQuestion: Sendable, Hashable {
  /// An http or https address, or a search.
  var subject: String
  /// The range of list members to return, from 1; `nil` for all.
  var items: ClosedRange<Int>?
  /// The preferred format.
  var formatID: String?
  /// The yt-dlp extractors that may read it; `nil` for any.
  var extractors: String?
  /// Whether to search a page of an unknown site.
  var readsUnknownSites = true

  /// The standard input of yt-dlp: the subject if it is an address.
  var input: String {
    subject.lowercased().hasPrefix("http") && !subject.contains(where: \.isWhitespace)
      ? subject + "\n" : ""
  }
}

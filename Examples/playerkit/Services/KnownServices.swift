import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitInternetArchive
import PlayerKitJellyfin
import PlayerKitLastFM
import PlayerKitLibrary
import PlayerKitListenBrainz
import PlayerKitPodcasts
import PlayerKitRadio
import PlayerKitServices
import PlayerKitSoundCloud
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitWebDAV
import PlayerKitYTDLP
import PlayerKitYouTube

/// The services of the command line tool, in the order in which they are used.
let knownServices: [KnownService] = musicServices + ownCatalog + scrobblers

private let musicServices: [KnownService] = [
  KnownService(
    AppleMusicService.self,
    [
      .init("APPLE_MUSIC_DEVELOPER_TOKEN", "a developer token of Apple Music"),
      .init("APPLE_MUSIC_USER_TOKEN", "a user's token"), storefront,
    ],
    missing: [.appleMusic: "APPLE_MUSIC_DEVELOPER_TOKEN is not set."]
  ) { setup, variables, _ in
    AppleMusicService(
      setup,
      developerToken: variables["APPLE_MUSIC_DEVELOPER_TOKEN"],
      userToken: variables["APPLE_MUSIC_USER_TOKEN"]
    )
  },
  KnownService(
    SpotifyService.self,
    [
      .init("SPOTIFY_CLIENT_ID", "the id of an app at Spotify"),
      .init("SPOTIFY_CLIENT_SECRET", "its secret; not needed if a user is signed in"),
      .init("SPOTIFY_TOKEN_FILE", "the file with the tokens of the user who is signed in"),
      .init(
        "SPOTIFY_DEVICE",
        "the name or id of the device that whole tracks play on; by default the active one"
      ),
    ],
    addresses: ["spotify", "spotify-accounts"],
    tokenVariable: "SPOTIFY_TOKEN_FILE",
    missing: [
      .spotify: """
      SPOTIFY_CLIENT_ID is not set, or neither is SPOTIFY_CLIENT_SECRET nor is a user signed in.
      """
    ]
  ) { setup, variables, tokens in
    SpotifyService(
      setup,
      clientID: variables["SPOTIFY_CLIENT_ID"],
      clientSecret: variables["SPOTIFY_CLIENT_SECRET"],
      tokenFile: tokens,
      device: variables["SPOTIFY_DEVICE"]
    )
  },
  KnownService(DeezerService.self) { setup, _, _ in DeezerService(setup) },
  KnownService(
    SoundCloudService.self,
    [
      .init("SOUNDCLOUD_CLIENT_ID", "the id of an app at SoundCloud"),
      .init("SOUNDCLOUD_CLIENT_SECRET", "its secret"),
      .init(
        "SOUNDCLOUD_TOKEN_FILE",
        "the file for the app's token between runs; SoundCloud grants 50 in 12 hours"
      ),
    ],
    addresses: ["soundcloud", "soundcloud-accounts"],
    missing: [.soundCloud: "SOUNDCLOUD_CLIENT_ID and SOUNDCLOUD_CLIENT_SECRET are not set."]
  ) { setup, variables, _ in
    SoundCloudService(
      setup,
      clientID: variables["SOUNDCLOUD_CLIENT_ID"],
      clientSecret: variables["SOUNDCLOUD_CLIENT_SECRET"],
      tokenFile: variables.file("SOUNDCLOUD_TOKEN_FILE")
    )
  },
  KnownService(ITunesService.self, [storefront]) { setup, _, _ in ITunesService(setup) },
  KnownService(
    SubsonicService.self,
    [
      .init("SUBSONIC_URL", "the address of a Subsonic server"),
      .init("SUBSONIC_NAME", "your name for the server, which stays if its address changes"),
      .init("SUBSONIC_FORMER_URLS", "earlier addresses of the server, separated by spaces"),
      .init("SUBSONIC_USER", "the user there"),
      .init("SUBSONIC_PASSWORD", "the user's password"),
      .init("SUBSONIC_API_KEY", "a key of an OpenSubsonic server, in place of both"),
      .init(
        "SUBSONIC_ALLOW_PLAIN_PASSWORD",
        "1: a server that takes nothing else gets the password itself, over http too"
      ),
    ],
    missing: [
      .subsonic: "Set SUBSONIC_URL, and SUBSONIC_USER with SUBSONIC_PASSWORD or SUBSONIC_API_KEY."
    ]
  ) { setup, variables, _ in
    SubsonicService(
      setup,
      server: variables.url("SUBSONIC_URL"),
      id: variables["SUBSONIC_NAME"],
      formerURLs: variables.urls("SUBSONIC_FORMER_URLS"),
      credentials: SubsonicCredentials(variables),
      allowsPlainPassword: variables.isOn("SUBSONIC_ALLOW_PLAIN_PASSWORD")
    )
  },
  KnownService(
    WebDAVService.self,
    [
      .init("WEBDAV_URL", "the address of a WebDAV server, the only one that gets the password"),
      .init("WEBDAV_USER", "the user there"),
      .init("WEBDAV_PASSWORD", "the user's password"),
      .init(
        "WEBDAV_ALLOW_PLAIN_PASSWORD",
        "1: the server gets the password over http too, which the network can read"
      ),
    ]
  ) { setup, variables, _ in WebDAVService(setup, variables) },
  KnownService(
    JellyfinService.self,
    [
      .init("JELLYFIN_URL", "the address of a Jellyfin or Emby server"),
      .init("JELLYFIN_NAME", "your name for the server, which stays if its address changes"),
      .init("JELLYFIN_FORMER_URLS", "earlier addresses of the server, separated by spaces"),
      .init("JELLYFIN_USER", "the user there"),
      .init("JELLYFIN_PASSWORD", "the user's password; or sign in by “login jellyfin”"),
      .init("JELLYFIN_TOKEN", "a token or an API key instead of the password"),
      .init("JELLYFIN_TOKEN_FILE", "the file that stores the user's sign-in"),
      .init("JELLYFIN_ALLOW_PLAIN_PASSWORD", "1: password and token are sent over http too"),
      .init("JELLYFIN_REPORT_PLAYS", "1 reports plays to the server"),
    ],
    tokenVariable: "JELLYFIN_TOKEN_FILE",
    missing: [
      .jellyfin: "Set JELLYFIN_URL, and JELLYFIN_TOKEN, or sign in by “playerkit login jellyfin”."
    ]
  ) { setup, variables, tokens in
    JellyfinService(
      setup,
      server: variables.url("JELLYFIN_URL"),
      id: variables["JELLYFIN_NAME"],
      formerURLs: variables.urls("JELLYFIN_FORMER_URLS"),
      credentials: JellyfinCredentials(variables),
      tokenFile: tokens,
      allowsPlainPassword: variables.isOn("JELLYFIN_ALLOW_PLAIN_PASSWORD"),
      reportsPlays: variables.isOn("JELLYFIN_REPORT_PLAYS")
    )
  },
  KnownService(
    RadioService.self,
    [.init("RADIO_COUNT_CLICKS", "1: reports to the directory which stations are played")]
  ) { setup, variables, _ in
    RadioService(setup, countsClicks: variables.isOn("RADIO_COUNT_CLICKS"))
  },
  KnownService(
    PodcastService.self,
    [
      .init("PODCASTINDEX_KEY", "a key of Podcast Index, to search there too"),
      .init("PODCASTINDEX_SECRET", "its secret"),
      .init(
        "PODCAST_FEEDS",
        "a file with addresses of private feeds, one a line: a kept queue finds its episodes there"
      ),
    ],
    addresses: ["podcast-index"],
    missing: [
      .podcastIndex: "PODCASTINDEX_KEY and PODCASTINDEX_SECRET are not set.",
      .podcasts: "PODCAST_FEEDS names the file.",
    ]
  ) { setup, variables, _ in
    PodcastService(
      setup,
      indexKey: variables["PODCASTINDEX_KEY"],
      indexSecret: variables["PODCASTINDEX_SECRET"],
      feeds: variables.file("PODCAST_FEEDS")
    )
  },
  KnownService(
    InternetArchiveService.self,
    [
      .init(
        "ARCHIVE_FORMATS",
        "what is preferred of the Internet Archive, such as \"mp3, ogg\"; by default FLAC"
      )
    ]
  ) { setup, variables, _ in
    let formats = variables.list("ARCHIVE_FORMATS").prefix(20)
    return InternetArchiveService(setup, formats: formats.map { ArchiveFormat(rawValue: $0) })
  },
  KnownService(
    YouTubeService.self,
    [
      .init("YOUTUBE_API_KEY", "an API key for the YouTube Data API, for search and titles"),
      .init(
        "YOUTUBE_LISTS",
        "your channel and playlists, as ids or links separated by spaces, for “your lists”"
      ),
    ],
    missing: [.youTube: "Set YOUTUBE_API_KEY, and YOUTUBE_LISTS for your own lists."]
  ) { setup, variables, _ in
    let lists = (variables["YOUTUBE_LISTS"] ?? "").split(whereSeparator: \.isWhitespace)
    return YouTubeService(
      setup,
      key: variables["YOUTUBE_API_KEY"],
      lists: lists.map(String.init)
    )
  },
  KnownService(
    YTDLPService.self,
    [.init("YTDLP", "the path of yt-dlp, or auto: pages of any site are played by it")],
    addresses: []
  ) { setup, variables, _ in
    let named = variables["YTDLP"]
    return YTDLPService(
      setup,
      executable: named == "auto" ? YTDLPExecutable.find(in: variables.all) : named,
      environment: variables.all
    )
  },
]

private let scrobblers: [KnownService] = [
  KnownService(
    LastFMService.self,
    [
      .init("LASTFM_API_KEY", "the key of an app at Last.fm, for scrobbling and radios"),
      .init("LASTFM_API_SECRET", "its secret, for scrobbling"),
    ],
    missing: [
      .lastFM:
        "LASTFM_API_KEY and LASTFM_API_SECRET, the app's own, are missing in the environment."
    ]
  ) { setup, variables, tokens in
    LastFMService(
      setup,
      key: variables["LASTFM_API_KEY"],
      secret: variables["LASTFM_API_SECRET"],
      sessionFile: tokens
    )
  },
  KnownService(
    ListenBrainzService.self,
    [.init("LISTENBRAINZ_TOKEN", "a user's token of ListenBrainz, for “login” and radios")]
  ) { setup, variables, tokens in
    ListenBrainzService(setup, token: variables["LISTENBRAINZ_TOKEN"], tokenFile: tokens)
  },
]

/// Your own catalog.
private var ownCatalog: [KnownService] {
  #if SQLite
    [
      KnownService(
        LibraryService.self,
        [.init("PLAYERKIT_LIBRARY", "the file of a catalog of one's own")],
        addresses: []
      ) { _, variables, _ in LibraryService(path: variables["PLAYERKIT_LIBRARY"]) }
    ]
  #else
    []
  #endif
}

private let storefront = KnownService.Variable(
  "APPLE_MUSIC_STOREFRONT",
  "the country of the catalogs, in two letters; us by default"
)

extension SubsonicCredentials {
  fileprivate init?(_ variables: ServiceVariables) {
    if let key = variables["SUBSONIC_API_KEY"] {
      self = .apiKey(key)
    } else if let user = variables["SUBSONIC_USER"], let password = variables["SUBSONIC_PASSWORD"] {
      self = .password(user: user, password: password)
    } else {
      return nil
    }
  }
}

extension JellyfinCredentials {
  fileprivate init?(_ variables: ServiceVariables) {
    if let token = variables["JELLYFIN_TOKEN"] {
      self = .token(token, user: variables["JELLYFIN_USER"])
    } else if let user = variables["JELLYFIN_USER"], let password = variables["JELLYFIN_PASSWORD"] {
      self = .password(user: user, password: password)
    } else {
      return nil
    }
  }
}

extension WebDAVService {
  init(_ setup: ServiceSetup, _ variables: ServiceVariables) {
    self.init(
      setup,
      server: variables.url("WEBDAV_URL"),
      user: variables["WEBDAV_USER"],
      password: variables["WEBDAV_PASSWORD"],
      allowsPlainPassword: variables.isOn("WEBDAV_ALLOW_PLAIN_PASSWORD")
    )
  }
}

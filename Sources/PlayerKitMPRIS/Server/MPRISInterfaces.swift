/// The names and types of the MPRIS specification, version 2.2.
enum MPRIS {
  static let path = "/org/mpris/MediaPlayer2"
  static let root = "org.mpris.MediaPlayer2"
  static let player = "org.mpris.MediaPlayer2.Player"
  static let trackList = "org.mpris.MediaPlayer2.TrackList"
  /// The path that represents no track.
  static let noTrack = "/org/mpris/MediaPlayer2/TrackList/NoTrack"

  static let interfaces = [
    DBusInterface(
      name: root,
      methods: [.init(name: "Raise"), .init(name: "Quit")],
      properties: [
        .init(name: "CanQuit", signature: "b"), .init(name: "CanRaise", signature: "b"),
        .init(name: "HasTrackList", signature: "b"), .init(name: "Identity", signature: "s"),
        .init(name: "DesktopEntry", signature: "s"),
        .init(name: "SupportedUriSchemes", signature: "as"),
        .init(name: "SupportedMimeTypes", signature: "as"),
      ]
    ),
    DBusInterface(
      name: player,
      methods: [
        .init(name: "Next"), .init(name: "Previous"), .init(name: "Pause"),
        .init(name: "PlayPause"), .init(name: "Stop"), .init(name: "Play"),
        .init(name: "Seek", arguments: ["Offset": "x"]),
        .init(name: "SetPosition", arguments: ["TrackId": "o", "Position": "x"]),
        .init(name: "OpenUri", arguments: ["Uri": "s"]),
      ],
      signals: [.init(name: "Seeked", arguments: ["Position": "x"])],
      properties: [
        .init(name: "PlaybackStatus", signature: "s"),
        .init(name: "LoopStatus", signature: "s", isWritable: true),
        .init(name: "Rate", signature: "d", isWritable: true),
        .init(name: "Shuffle", signature: "b", isWritable: true),
        .init(name: "Metadata", signature: "a{sv}"),
        .init(name: "Volume", signature: "d", isWritable: true),
        .init(name: "Position", signature: "x", change: .silent),
        .init(name: "MinimumRate", signature: "d"), .init(name: "MaximumRate", signature: "d"),
        .init(name: "CanGoNext", signature: "b"), .init(name: "CanGoPrevious", signature: "b"),
        .init(name: "CanPlay", signature: "b"), .init(name: "CanPause", signature: "b"),
        .init(name: "CanSeek", signature: "b"),
        .init(name: "CanControl", signature: "b", change: .silent),
      ]
    ),
    DBusInterface(
      name: trackList,
      methods: [
        .init(
          name: "GetTracksMetadata",
          arguments: ["TrackIds": "ao"],
          results: ["Metadata": "aa{sv}"]
        ),
        .init(name: "AddTrack", arguments: ["Uri": "s", "AfterTrack": "o", "SetAsCurrent": "b"]),
        .init(name: "RemoveTrack", arguments: ["TrackId": "o"]),
        .init(name: "GoTo", arguments: ["TrackId": "o"]),
      ],
      signals: [
        .init(name: "TrackListReplaced", arguments: ["Tracks": "ao", "CurrentTrack": "o"]),
        .init(name: "TrackAdded", arguments: ["Metadata": "a{sv}", "AfterTrack": "o"]),
        .init(name: "TrackRemoved", arguments: ["TrackId": "o"]),
        .init(name: "TrackMetadataChanged", arguments: ["TrackId": "o", "Metadata": "a{sv}"]),
      ],
      properties: [
        .init(name: "Tracks", signature: "ao", change: .invalidated),
        .init(name: "CanEditTracks", signature: "b"),
      ]
    ),
  ]
}

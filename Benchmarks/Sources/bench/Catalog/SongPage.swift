import Foundation

/// A page of invented songs with every documented field.
enum SongPage {
  static func json(of count: Int) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: [
        "href": "/v1/catalog/us/albums/800000001/tracks",
        "next": "/v1/catalog/us/albums/800000001/tracks?offset=\(count)",
        "data": (1...count).map(song),
      ] as [String: Any],
      options: [.sortedKeys]
    )
  }

  private static func song(_ number: Int) -> [String: Any] {
    let id = "\(700_000_000 + number)"
    return [
      "id": id, "type": "songs", "href": "/v1/catalog/us/songs/\(id)",
      "attributes": attributes(number, id: id),
      "relationships": [
        "albums": list("albums", [800_000_001], of: id),
        "artists": list("artists", [900_000_001, 900_000_002], of: id),
        "composers": list("artists", [900_000_003], of: id),
        "genres": list("genres", [20, 34], of: id),
      ],
    ]
  }

  private static func list(_ type: String, _ ids: [Int], of song: String) -> [String: Any] {
    [
      "href": "/v1/catalog/us/songs/\(song)/\(type)",
      "data": ids.map { ["id": "\($0)", "type": type, "href": "/v1/catalog/us/\(type)/\($0)"] },
    ]
  }

  private static func attributes(_ number: Int, id: String) -> [String: Any] {
    [
      "name": "Paper Lanterns, Part \(number)", "artistName": "The Example Band & Ash Orchard",
      "albumName": "Second Example (Deluxe Edition)", "composerName": "A. Writer & B. Writer",
      "artistUrl": "https://music.example.com/us/artist/the-example-band/900000001",
      "artwork": artwork, "attribution": "The Example Band", "audioLocale": "en-US",
      "audioVariants": ["lossless", "lossy-stereo"], "contentRating": "explicit",
      "discNumber": 1 + number / 50, "trackNumber": number % 50 + 1,
      "durationInMillis": 180_000 + number * 731, "editorialNotes": notes,
      "genreNames": ["Alternative", "Music"], "hasCredits": true, "hasLyrics": number % 2 == 0,
      "hasTimeSyncedLyrics": false, "isAppleDigitalMaster": false, "isMasteredForItunes": true,
      "isVocalAttenuationAllowed": true, "isrc": "USXX1210\(number + 1000)",
      "workName": "Lanterns", "movementName": "Part \(number)", "movementNumber": number,
      "movementCount": 100, "playParams": ["id": id, "kind": "song"],
      "previews": [
        ["url": "https://audio.example.com/itunes-assets/AudioPreview125/v4/\(id)/p.m4a"]
      ],
      "releaseDate": "2021-03-05",
      "url": "https://music.example.com/us/album/paper-lanterns/800000001?i=\(id)",
    ]
  }

  private static var artwork: [String: Any] {
    [
      "width": 3000, "height": 3000,
      "url": "https://img.example.com/image/thumb/Music125/v4/aa/bb/cc/1.jpg/{w}x{h}bb.jpg",
      "bgColor": "22313a", "textColor1": "f4f1ea", "textColor2": "e9c46a", "textColor3": "c8c2b8",
      "textColor4": "bf9d5b", "hasP3": false,
    ]
  }

  private static var notes: [String: Any] {
    [
      "standard": "A walk through a city at night, told in <i>one hundred</i> short parts.",
      "short": "A walk through a city at night.", "name": "Paper Lanterns",
      "tagline": "In one hundred parts",
    ]
  }
}

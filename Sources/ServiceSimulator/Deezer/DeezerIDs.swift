/// Deezer's ids: numbers, which different kinds may share.
enum DeezerIDs {
  static let tracks = IDSpace(base: 3_135_000, stride: 7)
  static let albums = IDSpace(base: 302_000, stride: 3)
  static let artists = IDSpace(base: 27, stride: 5)
  static let playlists = IDSpace(base: 908_622_000, stride: 11)
  static let genres = IDSpace(base: 101, stride: 4)
}

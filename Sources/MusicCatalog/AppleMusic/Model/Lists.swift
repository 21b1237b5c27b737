extension AppleMusic {
  /// A list of which one bad member does not lose the others.
  public typealias TolerantList<Element: Member> = MusicCatalog.TolerantList<Element>

  /// A member of a list that the service sent in a form that cannot be read.
  public typealias UnreadableMember = MusicCatalog.UnreadableMember
}

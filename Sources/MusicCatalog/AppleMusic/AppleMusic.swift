/// The namespace of what the Apple Music API knows.
public enum AppleMusic {}

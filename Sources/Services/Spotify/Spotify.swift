/// Spotify's models.
public enum Spotify {}

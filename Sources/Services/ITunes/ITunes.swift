/// What the iTunes Search and Look-up API answers with. ``ITunesSearchClient`` asks it.
///
/// Ids are numbers on the wire and strings here, since the same ids are strings in the Apple Music
/// API: a song's id of the one is the song's id of the other.
public enum ITunes {}

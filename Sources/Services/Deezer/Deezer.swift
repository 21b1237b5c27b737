/// What the Deezer API answers with. ``DeezerClient`` asks it.
///
/// Ids are numbers on the wire and strings here, as everywhere in this library. Which fields a thing
/// has depends on where it stands: in lists and inside of others many lack.
public enum Deezer {}

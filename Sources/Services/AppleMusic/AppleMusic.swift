/// The Apple Music API: what its answers hold.
///
/// A thing of the catalog is a ``Resource`` of a ``ResourceKind``; lists of them are
/// ``Collection``s, which fetch their further pages themselves.
public enum AppleMusic {}

/// The Apple Music API: the contents of its replies.
///
/// An item of the catalog is a ``Resource`` of a ``ResourceKind``. Lists of them are
/// ``Collection``s, which can fetch further pages.
public enum AppleMusic {}

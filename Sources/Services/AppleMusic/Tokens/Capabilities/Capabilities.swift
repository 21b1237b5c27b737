import MusicCatalog

extension AppleMusic {
  /// What app and listener may do, as far as the service's answers show.
  ///
  /// MusicKit asks the system about the listener's subscription. On Linux there is no system to ask,
  /// and the API has no call for it: everything here is inferred from how calls were answered, and
  /// `nil` means that no answer has shown it yet. In particular
  ///
  /// - there is no positive proof of a subscription: that the listener's library answers is taken for
  ///   one, though a subscriber of iTunes Match alone may have a library too;
  /// - there is no proof against one: an account whose library is refused may have no subscription, or
  ///   one of a tier without a library;
  /// - whether the service sells subscriptions where the listener lives, or offers a trial, is not
  ///   known;
  /// - a subscription that begins or ends shows with the next call that depends on it, not before;
  /// - whole songs are encrypted for Apple's own players: ``canPlayCatalogContent`` is about the
  ///   listener's right. What this library plays of the catalog are previews, which need none.
  public struct Capabilities: Sendable, Hashable {
    /// Whether the service accepts the app's developer token.
    public var canReadCatalog: Bool?
    /// Whether the listener may play whole songs of the catalog.
    public var canPlayCatalogContent: Bool?
    /// Whether the listener has a library that songs can be added to.
    public var canAddToLibrary: Bool?
    /// Whether the listener has no subscription, and so could take one out. No answer shows that they
    /// have none: this is `false` or `nil`.
    public var canBecomeSubscriber: Bool?

    /// The same as ``canAddToLibrary``, by the name that MusicKit has for it.
    public var hasCloudLibraryEnabled: Bool? { canAddToLibrary }

    /// Makes capabilities; by default nothing is known.
    public init(
      canReadCatalog: Bool? = nil,
      canPlayCatalogContent: Bool? = nil,
      canAddToLibrary: Bool? = nil,
      canBecomeSubscriber: Bool? = nil
    ) {
      self.canReadCatalog = canReadCatalog
      self.canPlayCatalogContent = canPlayCatalogContent
      self.canAddToLibrary = canAddToLibrary
      self.canBecomeSubscriber = canBecomeSubscriber
    }
  }
}

extension AppleMusic {
  /// ``Capabilities`` as they change, for one reader.
  public typealias CapabilitiesUpdates = Updates<Capabilities>
}

import MusicCatalog

extension AppleMusic {
  /// What is known of the tokens and the subscription: the state of ``CapabilitiesObserver``.
  struct CapabilitiesStateMachine {
    private enum App {
      case unknown
      case accepted
      case refused
    }

    private enum Listener {
      case unknown
      /// Nobody is signed in, or not validly so.
      case absent
      case present(LibraryAccess)
    }

    private enum LibraryAccess {
      case unknown
      case allowed
      case refused
    }

    private var app = App.unknown
    private var listener = Listener.unknown

    /// What follows from all that was noted.
    var capabilities: Capabilities {
      switch (app, listener) {
      case (.refused, _):
        // Of the listener nothing is known to have changed, but no call would be answered.
        Capabilities(
          canReadCatalog: false,
          canPlayCatalogContent: false,
          canAddToLibrary: false
        )
      case (.unknown, _):
        Capabilities()
      case (.accepted, .unknown), (.accepted, .present(.unknown)):
        Capabilities(canReadCatalog: true)
      case (.accepted, .absent):
        Capabilities(
          canReadCatalog: true,
          canPlayCatalogContent: false,
          canAddToLibrary: false
        )
      case (.accepted, .present(.allowed)):
        Capabilities(
          canReadCatalog: true,
          canPlayCatalogContent: true,
          canAddToLibrary: true,
          canBecomeSubscriber: false
        )
      case (.accepted, .present(.refused)):
        // A tier without a library plays the catalog all the same.
        Capabilities(canReadCatalog: true, canAddToLibrary: false)
      }
    }

    /// Takes in one signal. Returns the capabilities where they have changed.
    mutating func record(_ signal: CapabilitySignal) -> Capabilities? {
      let before = capabilities
      apply(signal)
      return capabilities == before ? nil : capabilities
    }

    private mutating func apply(_ signal: CapabilitySignal) {
      switch signal {
      case .developerTokenAccepted:
        app = .accepted
      case .developerTokenRefused:
        app = .refused
      case .userTokenMissing, .userTokenRefused:
        listener = .absent
      case .userTokenAccepted:
        switch listener {
        case .unknown, .absent: listener = .present(.unknown)
        case .present: break
        }
      case .libraryRefused:
        listener = .present(.refused)
      case .libraryAccepted:
        listener = .present(.allowed)
      }
    }
  }
}

import HTTPFetching
import PlayerKit

extension AddressReach {
  package init(_ reach: MediaSource.Reach) {
    self =
      switch reach {
      case .everywhere: .everywhere
      case .publicWhereLed: .publicWhereLed
      case .publicAlone: .publicAlone
      }
  }
}

extension MediaSource.Reach {
  /// What a source may reach that a server has named; see ``HTTPFetching/HTTPAnswer/reach``.
  package init(_ reach: AddressReach) {
    self =
      switch reach {
      case .everywhere: .everywhere
      case .publicWhereLed: .publicWhereLed
      case .publicAlone: .publicAlone
      }
  }
}

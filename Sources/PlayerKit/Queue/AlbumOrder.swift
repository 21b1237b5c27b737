// Determines which tracks are neighbors on an album.
extension TrackMetadata {
  /// Returns whether `next` directly follows this track on the same album.
  ///
  /// - Parameter isOrderKept: Whether tracks without numbers are in the album's order.
  package func isFollowedOnAlbum(by next: TrackMetadata, isOrderKept: Bool) -> Bool {
    guard isOnAlbum(of: next) else { return false }
    guard let trackNumber, let nextNumber = next.trackNumber else { return isOrderKept }
    let disc = discNumber ?? 1
    let nextDisc = next.discNumber ?? 1
    if disc == nextDisc { return nextNumber == trackNumber &+ 1 }
    return nextDisc == disc &+ 1 && nextNumber == 1
  }

  private func isOnAlbum(of other: TrackMetadata) -> Bool {
    let isSameID = albumID.flatMap { id in other.albumID.map { $0 == id } }
    if isSameID == true { return true }
    guard let album, !album.isEmpty, album == other.album else { return false }
    let haveNumbers = trackNumber != nil && other.trackNumber != nil
    // Ids that differ may come from two services that have the same album.
    if isSameID == false { return haveNumbers && artist != nil && artist == other.artist }
    // A compilation has many artists, and many artists may have an album of this title.
    return artist == other.artist || haveNumbers
  }
}

extension QueueStateMachine {
  /// Returns how the track of a load relates to its neighbors in play order. Only the current load
  /// and the preloaded one have neighbors; any other counts as a track on its own.
  package func albumContext(of load: LoadID) -> AlbumContext {
    var order = queue
    let before: QueueEntry?
    if let preload, preload.load == load {
      before = queue.currentEntry
      order.advance(to: preload.entry)
    } else if attempt?.load == load {
      before = queue.predecessor().flatMap { queue[$0] }
    } else {
      return AlbumContext()
    }
    guard let entry = order.currentEntry else { return AlbumContext() }
    let behind = order.successor().flatMap { order[$0] }
    return AlbumContext(
      continuesPrevious: isAlbum(before, entry),
      isContinued: isAlbum(entry, behind)
    )
  }

  private func isAlbum(_ first: QueueEntry?, _ second: QueueEntry?) -> Bool {
    guard let first, let second, first.id != second.id else { return false }
    return first.metadata.isFollowedOnAlbum(
      by: second.metadata,
      isOrderKept: !queue.isShuffled
    )
  }
}

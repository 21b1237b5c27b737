/// A track whose first player type is a guess: its address may be a page. If the player finds no media there
/// (``PlayerError/Code/unsupportedFormat``), the queue takes the next player type and reports no failure.
package protocol GuessedMedia: Track {}

/// Data in yt-dlp's answers that no model keeps, because it is never requested.
enum YTDLPLosses {
  static let names: Set<String> = [
    ".__files_to_move", ".__last_playlist_index", "._format_sort_fields", "._old_archive_ids",
    "._version.release_git_head", "._version.repository", ".abr", ".acodec", ".age_limit",
    ".aspect_ratio", ".asr", ".audio_channels", ".audio_ext", ".automatic_captions", ".autonumber",
    ".availability", ".categories", ".channel_follower_count", ".channel_id", ".channel_url",
    ".comment_count", ".description", ".direct", ".display_id", ".duration_string",
    ".dynamic_range", ".epoch", ".ext", ".extractor", ".filename", ".filesize_approx", ".format",
    ".format_note", ".formats", ".fps", ".fulltitle", ".has_drm", ".heatmap", ".height", ".is_live",
    ".language", ".license", ".like_count", ".manifest_url", ".n_entries", ".original_url",
    ".playable_in_embed", ".playlist", ".playlist_autonumber", ".playlist_id", ".playlist_title",
    ".playlist_webpage_url", ".repost_count", ".requested_downloads", ".requested_entries",
    ".requested_formats", ".resolution", ".subtitles", ".tags", ".tbr", ".thumbnails[].filepath",
    ".thumbnails[].id", ".thumbnails[].preference", ".thumbnails[].resolution", ".timestamp",
    ".upload_date", ".uploader_id", ".uploader_url", ".vbr", ".vcodec", ".video_autonumber",
    ".video_ext", ".view_count", ".was_live", ".webpage_url_basename", ".webpage_url_domain",
    ".width",
  ]
}

"""A plugin of yt-dlp: pages of probe.example fail, or return data, as real sites do."""

import os

from yt_dlp.extractor.common import ExtractorError, InfoExtractor
from yt_dlp.utils import UserNotLive


class ProbeIE(InfoExtractor):
    _VALID_URL = r"https?://probe\.example/(?P<id>[\w-]+)"

    def _real_extract(self, url):
        page = self._match_id(url)
        root = os.environ.get("no_proxy", "")  # the only variable that the test can set
        fail = getattr(self, "_fail_" + page.replace("-", "_"), None)
        if fail:
            fail()
        formats = [
            {"format_id": "dash", "url": root + "/a.mpd", "protocol": "http_dash_segments", "vcodec": "none"},
            {
                "format_id": "m4a-1", "url": root + "/tone.flac?expire=4000000000&token=s3cret",
                "ext": "flac", "vcodec": "none", "acodec": "flac", "protocol": "http",
                "http_headers": {"Referer": "https://probe.example/", "X-Probe": "yes"},
                "cookies": 'probe="a b"; Domain=127.0.0.1; Path=/; other=c; Domain=.b.example; Path=/',
            },
            {"format_id": "hls", "url": root + "/a.m3u8", "protocol": "m3u8_native", "ext": "mp4", "vcodec": "none"},
        ]
        if page == "dash":
            formats = formats[:1]
        return {
            "id": page, "title": "Probe", "artist": "A Band", "album": "An Album", "duration": 2,
            "formats": formats, "chapters": [{"start_time": 0, "end_time": 1, "title": "One"}],
            "thumbnail": "https://probe.example/cover.jpg",
        }

    def _fail_private(self):
        raise ExtractorError("Private video. Sign in if you have been granted access", expected=True)

    def _fail_geo(self):
        self.raise_geo_restricted(countries=["US", "CA"])

    def _fail_login(self):
        self.raise_login_required()

    def _fail_drm(self):
        self.report_drm("probe")

    def _fail_no_formats(self):
        self.raise_no_formats("No video formats found!", expected=True)

    def _fail_bug(self):
        raise ExtractorError("Unable to extract the player")

    def _fail_crash(self):
        raise ValueError("a mistake in a plugin")

    def _fail_removed(self):
        raise ExtractorError("This video has been removed by the uploader", expected=True)

    def _fail_age(self):
        raise ExtractorError("Sign in to confirm your age. This video may be", expected=True)

    def _fail_bot(self):
        raise ExtractorError("Sign in to confirm you’re not a bot", expected=True)

    def _fail_soon(self):
        raise ExtractorError("This live event will begin in 3 hours.", expected=True)

    def _fail_members(self):
        raise ExtractorError("Join this channel to get access to members-only content", expected=True)

    def _fail_limit(self):
        raise ExtractorError("This content isn't available, try again later.", expected=True)

    def _fail_offline(self):
        raise UserNotLive(video_id="offline")

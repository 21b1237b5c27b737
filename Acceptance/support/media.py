"""Makes media with ffmpeg."""

import pathlib
import subprocess

from .packages import need

CODECS = {
    ".wav": ["-c:a", "pcm_s16le"],
    ".flac": ["-c:a", "flac"],
    ".mp3": ["-c:a", "libmp3lame", "-b:a", "192k"],
    ".m4a": ["-c:a", "aac", "-b:a", "192k", "-movflags", "+faststart"],
    ".ogg": ["-c:a", "libvorbis", "-q:a", "5"],
    ".opus": ["-c:a", "libopus", "-b:a", "128k"],
}


def ffmpeg(*arguments):
    """Runs ffmpeg with these arguments. Existing files are replaced."""
    need("ffmpeg")
    command = ["ffmpeg", "-loglevel", "error", "-nostdin", "-y", *map(str, arguments)]
    result = subprocess.run(command, capture_output=True)
    assert result.returncode == 0, f"{command}: {result.stderr.decode(errors='replace')}"
    return result.stdout


def encode(path, source, frames, *options, tags=None):
    """Encodes this many frames of a `lavfi` source of ffmpeg, in stereo at 44.1 kHz, by the file's suffix."""
    path = pathlib.Path(path)
    words = [word for name, value in (tags or {}).items() for word in ("-metadata", f"{name}={value}")]
    ffmpeg(
        "-f", "lavfi", "-i", source, "-af", f"aformat=s16:44100:stereo,atrim=end_sample={frames}",
        "-bitexact", "-map_metadata", "-1", *words, *CODECS[path.suffix], *options, path,
    )
    return path


def noise(path, frames, seed=1, **options):
    """Pink noise, in which no two parts are alike."""
    return encode(path, f"anoisesrc=r=44100:a=0.3:c=pink:seed={seed}", frames, **options)


def tone(path, seconds, frequency=440, **options):
    return encode(path, f"sine={frequency}:r=44100", round(seconds * 44_100), **options)

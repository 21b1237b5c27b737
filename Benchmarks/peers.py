"""What benchmarks need from Python: peers to compare with, and invented songs.

    peers.py mutagen FOLDER               reads the tags of all files with mutagen
    peers.py mpd MUSIC SCRATCH CHANGED    updates MPD's database; CHANGED is one of the files
    peers.py points PCM POINTS            compares the points of a waveform with samples (numpy)
    peers.py songs COUNT FOLDER           writes dumps of invented songs, and queries for them (RapidFuzz)

All but `songs` print figures: lines of a name, a tab and a number.
"""

import itertools
import json
import os
import random
import socket
import string
import subprocess
import sys
import time
import uuid


def write(name, figure):
    print(name, figure, sep="\t")


def peak_memory(pid="self"):
    """The maximum resident memory of a process so far, in MB."""
    with open(f"/proc/{pid}/status") as status:
        line = next(line for line in status if line.startswith("VmHWM"))
    return int(line.split()[1]) / 1024


def mutagen(folder):
    from mutagen import File

    names = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    start = time.monotonic()
    for name in names:
        file = File(name)
        _ = file.info.length
        _ = list(file.tags.items()) if file.tags is not None else None
    write("rate", len(names) / (time.monotonic() - start))
    write("memory", peak_memory())


class MPD:
    """A private MPD, and a connection to it."""

    def __init__(self, music, scratch):
        address = scratch + "/mpd.socket"
        with open(scratch + "/mpd.conf", "w") as conf:
            conf.write(f"""
                music_directory "{music}"
                db_file "{scratch}/mpd.db"
                state_file "{scratch}/mpd.state"
                bind_to_address "{address}"
                auto_update "no"
                audio_output {{
                  type "null"
                  name "null"
                }}
            """)
        self.process = subprocess.Popen(
            ["mpd", "--no-daemon", scratch + "/mpd.conf"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        connection = socket.socket(socket.AF_UNIX)
        for _ in range(1_000):
            try:
                connection.connect(address)
                break
            except OSError:
                time.sleep(0.01)
        self.file = connection.makefile("rw")
        self.file.readline()

    def ask(self, command):
        self.file.write(command + "\n")
        self.file.flush()
        lines = []
        while not (line := self.file.readline()).startswith(("OK", "ACK")):
            if not line:
                raise EOFError
            lines.append(line.rstrip().split(": ", 1))
        return dict(lines)

    def update(self, path=None):
        """Returns the seconds of an update."""
        start = time.monotonic()
        self.ask("update" if path is None else f'update "{path}"')
        self.wait()
        return time.monotonic() - start

    def wait(self):
        while "updating_db" in self.ask("status"):
            time.sleep(0.002)

    def end(self):
        self.process.terminate()
        self.process.wait()


def mpd(music, scratch, changed):
    start = time.monotonic()
    server = MPD(music, scratch)
    try:
        if server.ask("stats").get("songs", "0") == "0" and "updating_db" not in server.ask("status"):
            server.ask("update")
        server.wait()
        write("first", time.monotonic() - start)
        write("songs", server.ask("stats")["songs"])
        write("second", server.update())
        # MPD's times are whole seconds.
        os.utime(changed, (time.time() + 10,) * 2)
        write("scan of one change", server.update())
        os.utime(changed, (time.time() + 20,) * 2)
        write("one change", server.update(os.path.relpath(changed, music)))
        write("memory", peak_memory(server.process.pid))
    finally:
        server.end()


def points(pcm, path):
    import numpy

    samples = numpy.fromfile(pcm, dtype="<i2").reshape(-1, 2)
    mixed = samples.astype(numpy.float32).mean(axis=1) / 32768
    found = numpy.loadtxt(path)
    count, width = len(mixed), 1
    while count > 8192 * width:
        width *= 2
    length, wrong = count / len(found), 0
    for index, point in enumerate(found):
        # Each point covers all bins that it touches.
        first = int(index * length / width) * width
        last = min(int(numpy.ceil((index + 1) * length / width)) * width, count)
        part = mixed[first:last].astype(numpy.float64)
        expected = (part.min(), part.max(), numpy.sqrt((part * part).mean()))
        wrong += any(abs(a - b) > 1e-4 for a, b in zip(expected, point))
    write("points", len(found))
    write("wrong", int(wrong))


class Songs:
    """Invented songs. As in real titles, a few words are everywhere, and most are rare."""

    SYLLABLES = [a + b for a in "bcdfghjklmnprstvw" for b in "aeiou"] + ["an", "er", "in", "on", "el", "ar", "th", "st"]

    def __init__(self, count):
        self.chance = random.Random(20261126)
        vocabulary = {}
        while len(vocabulary) < 60_000:
            vocabulary["".join(self.chance.choice(self.SYLLABLES) for _ in range(self.chance.randint(1, 4)))] = None
        self.vocabulary = list(vocabulary)
        self.words = set(vocabulary)
        # By Zipf's law.
        self.cumulative = list(itertools.accumulate(1 / (place + 2) for place in range(len(vocabulary))))
        self.count = count
        self.artists = [self.title(2).title() for _ in range(count // 12)]
        self.albums = [self.title(self.chance.randint(1, 3)) for _ in range(count // 8)]
        self.songs, self.ids = [], []

    def title(self, count):
        return " ".join(self.chance.choices(self.vocabulary, cum_weights=self.cumulative, k=count)).capitalize()

    def write_canonical(self, path):
        """Half of the songs, as MusicBrainz' canonical data has them."""
        with open(path, "w") as csv:
            csv.write("id,artist_credit_id,artist_mbids,artist_credit_name,release_mbid,release_name,recording_mbid,"
                      "recording_name,combined_lookup,score\n")
            for number in range(self.count // 2):
                song = (self.title(self.chance.randint(1, 4)), self.chance.choice(self.artists),
                        self.chance.choice(self.albums))
                self.songs.append(song)
                recording = uuid.UUID(int=self.chance.getrandbits(128), version=4)
                self.ids.append(("recording", recording, song[0]))
                csv.write(f"{number},1,{recording},{song[1]},{recording},{song[2]},{recording},{song[0]},x,{number}\n")

    def write_feed(self, path):
        """The other half, as the Apple Music Feed has them."""
        with open(path, "w") as feed:
            for number in range(self.count - self.count // 2):
                song = self.title(self.chance.randint(1, 4)), self.chance.choice(self.artists), ""
                self.songs.append(song)
                letters = "".join(self.chance.choices(string.ascii_uppercase + string.digits, k=3))
                isrc = f"QZ{letters}{number % 10**7:07d}"
                self.ids += [("isrc", isrc, song[0]), ("apple", 700_000_000 + number, song[0])]
                feed.write(json.dumps({
                    "id": str(700_000_000 + number), "nameDefault": song[0], "isrc": isrc,
                    "durationInMillis": 200_000, "primaryArtists": [{"id": "1", "name": song[1]}],
                }) + "\n")

    def write_queries(self, path):
        with open(path, "w") as queries:
            for _ in range(200):
                song = self.chance.choice(self.songs)
                some = f"{song[1]} {song[0]}".lower().split()
                self.chance.shuffle(some)
                start = " ".join(some[:2])
                queries.write(f"words\t{' '.join(some)}\t\n")
                queries.write(f"prefix\t{start[:-1] if len(start) > 3 else some[0]}\t\n")
            for kind, name, found in self.chance.sample(self.ids, 600):
                queries.write(f"{kind}\t{name}\t{found}\t\n")
            for place in range(50):
                queries.write(f"common\t{self.vocabulary[place % 10]}\t\n")
                queries.write(f"rare\t{self.vocabulary[-1 - place]}\t\n")
            self.write_typos(queries)
            for _ in range(200):
                song = self.chance.choice(self.songs)
                # No song has all of these words.
                queries.write(f"extra\t{song[0]} {song[1]} {self.title(2)}\t\n".lower())
                typed = (self.mistype(word) if len(word) >= 5 else word for word in song[0].lower().split())
                queries.write(f"typos\t{' '.join(typed)}\t\n")

    def write_typos(self, queries):
        """Queries with a typo in a word of five letters or more. RapidFuzz finds the titles that are one edit away, by
        comparing the query with each title."""
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        titles = sorted({song[0] for song in self.songs})
        lower = [title.lower() for title in titles]
        rest = 200 if self.count <= 1_000_000 else 50
        while rest:
            some = self.chance.choice(self.songs)[0].lower().split()
            long = [place for place, word in enumerate(some) if len(word) >= 5]
            if not long:
                continue
            place = self.chance.choice(long)
            typo = self.mistype(some[place])
            # It has to be a mistake.
            if typo in self.words or OSA.distance(typo, some[place]) != 1:
                continue
            some[place] = typo
            typed = " ".join(some)
            near = process.extract(typed, lower, scorer=OSA.distance, score_cutoff=1, limit=None)
            queries.write(f"typo\t{typed}\t" + "".join(titles[number] + "\t" for _, _, number in near) + "\n")
            rest -= 1

    def mistype(self, word):
        place = self.chance.randrange(len(word) - 1)
        kind = self.chance.randrange(4)
        if kind == 0:
            return word[:place] + word[place + 1:]
        if kind == 1:
            return word[:place] + self.chance.choice(string.ascii_lowercase) + word[place:]
        if kind == 2:
            return word[:place] + self.chance.choice(string.ascii_lowercase) + word[place + 1:]
        return word[:place] + word[place + 1] + word[place] + word[place + 2:]


def songs(count, folder):
    invented = Songs(int(count))
    invented.write_canonical(folder + "/canonical.csv")
    invented.write_feed(folder + "/feed.jsonl")
    invented.write_queries(folder + "/queries")


{"mutagen": mutagen, "mpd": mpd, "points": points, "songs": songs}[sys.argv[1]](*sys.argv[2:])

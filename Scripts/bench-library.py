"""Writes dumps of invented songs, and queries for them, as `library-index` reads them.

Usage: bench-library.py ROWS FOLDER

Words come as often as in real titles: a few are everywhere, most are rare. The typos are made in words of five
letters and more. What has to be found is told by RapidFuzz: all titles that are one
edit away from what was typed, by comparing it with each title.
"""

import json
import random
import string
import sys
import uuid

from rapidfuzz import process
from rapidfuzz.distance import OSA

rows, folder = int(sys.argv[1]), sys.argv[2]
chance = random.Random(20261126)
# Each is compared with all titles.
TYPOS = 200 if rows <= 1_000_000 else 50
SYLLABLES = [a + b for a in "bcdfghjklmnprstvw" for b in "aeiou"] + ["an", "er", "in", "on", "el", "ar", "th", "st"]
vocabulary = []
seen = set()
while len(vocabulary) < 60_000:
    word = "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(1, 4)))
    if word not in seen:
        seen.add(word)
        vocabulary.append(word)
# By Zipf's law.
weights = [1 / (place + 2) for place in range(len(vocabulary))]
total, cumulative = 0, []
for weight in weights:
    total += weight
    cumulative.append(total)


def words(count):
    return chance.choices(vocabulary, cum_weights=cumulative, k=count)


def title(count):
    return " ".join(words(count)).capitalize()


artists = [title(2).title() for _ in range(rows // 12)]
albums = [title(chance.randint(1, 3)) for _ in range(rows // 8)]
songs = []
ids = []
with open(f"{folder}/canonical.csv", "w") as csv:
    csv.write("id,artist_credit_id,artist_mbids,artist_credit_name,release_mbid,release_name,recording_mbid,"
              "recording_name,combined_lookup,score\n")
    for number in range(rows // 2):
        song = title(chance.randint(1, 4)), chance.choice(artists), chance.choice(albums)
        songs.append(song)
        recording = uuid.UUID(int=chance.getrandbits(128), version=4)
        ids.append(("recording", recording, song[0]))
        csv.write(f"{number},1,{recording},{song[1]},{recording},{song[2]},{recording},{song[0]},x,{number}\n")
with open(f"{folder}/feed.jsonl", "w") as feed:
    for number in range(rows - rows // 2):
        song = title(chance.randint(1, 4)), chance.choice(artists), ""
        songs.append(song)
        isrc = "QZ" + "".join(chance.choices(string.ascii_uppercase + string.digits, k=3)) + f"{number % 10**7:07d}"
        ids += [("isrc", isrc, song[0]), ("apple", 700_000_000 + number, song[0])]
        feed.write(json.dumps({
            "id": str(700_000_000 + number), "nameDefault": song[0], "isrc": isrc, "durationInMillis": 200_000,
            "primaryArtists": [{"id": "1", "name": song[1]}],
        }) + "\n")


def mistyped(word):
    place = chance.randrange(len(word) - 1)
    kind = chance.randrange(4)
    if kind == 0:
        return word[:place] + word[place + 1:]
    if kind == 1:
        return word[:place] + chance.choice(string.ascii_lowercase) + word[place:]
    if kind == 2:
        return word[:place] + chance.choice(string.ascii_lowercase) + word[place + 1:]
    return word[:place] + word[place + 1] + word[place] + word[place + 2:]


with open(f"{folder}/queries", "w") as queries:
    for _ in range(200):
        song = chance.choice(songs)
        some = f"{song[1]} {song[0]}".lower().split()
        chance.shuffle(some)
        queries.write(f"words\t{' '.join(some)}\t\n")
        queries.write(f"prefix\t{' '.join(some[:2])[:-1] if len(' '.join(some[:2])) > 3 else some[0]}\t\n")
    for kind, name, found in chance.sample(ids, 600):
        queries.write(f"{kind}\t{name}\t{found}\t\n")
    for place in range(50):
        queries.write(f"common\t{vocabulary[place % 10]}\t\n")
        queries.write(f"rare\t{vocabulary[-1 - place]}\t\n")
    titles = sorted({song[0] for song in songs})
    lower = [title.lower() for title in titles]
    written = 0
    while written < TYPOS:
        some = chance.choice(songs)[0].lower().split()
        long = [place for place, word in enumerate(some) if len(word) >= 5]
        if not long:
            continue
        place = chance.choice(long)
        typo = mistyped(some[place])
        # It has to be a mistake.
        if typo in seen or OSA.distance(typo, some[place]) != 1:
            continue
        some[place] = typo
        typed = " ".join(some)
        near = process.extract(typed, lower, scorer=OSA.distance, score_cutoff=1, limit=None)
        queries.write(f"typo\t{typed}\t" + "".join(titles[number] + "\t" for _, _, number in near) + "\n")
        written += 1

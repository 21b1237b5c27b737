"""What a live stream is made of: its head, the blocks of ICY in it, the pages of Ogg."""


class Answer:
    """An answer of a station: its fields, and the audio in its body."""

    def __init__(self, data):
        head, _, body = bytes(data).partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        self.status = lines[0]
        self.fields = {}
        for line in lines[1:]:
            name, _, value = line.partition(":")
            self.fields[name.strip().lower()] = value.strip()
        if self.fields.get("transfer-encoding", "").lower() == "chunked":
            body = unchunked(body)
        interval = int(self.fields.get("icy-metaint", "0"))
        self.audio = without_titles(body, interval) if interval else body


def unchunked(body):
    audio = bytearray()
    place = 0
    while (end := body.find(b"\r\n", place)) >= 0:
        size = int(body[place:end].split(b";")[0], 16)
        audio += body[end + 2 : end + 2 + size]
        place = end + 2 + size + 2
    return bytes(audio)


def without_titles(body, interval):
    audio = bytearray()
    place = 0
    while place < len(body):
        audio += body[place : place + interval]
        place += interval
        if place < len(body):
            place += 1 + body[place] * 16
    return bytes(audio)


def pages(data):
    """The pages of Ogg that are whole: where each begins and ends, and its granule position."""
    place = 0
    while data[place : place + 4] == b"OggS" and place + 27 <= len(data):
        count = data[place + 26]
        sizes = data[place + 27 : place + 27 + count]
        end = place + 27 + count + sum(sizes)
        if len(sizes) < count or end > len(data):
            return
        yield place, end, int.from_bytes(data[place + 6 : place + 14], "little", signed=True)
        place = end


def head_length(audio):
    """How much at the beginning every listener gets: the pages of Ogg that tell of the stream."""
    length = 0
    for _, end, granule in pages(audio):
        if granule > 0:
            return length
        length = end
    return length


def serial(audio):
    """By what the first page of Ogg names its stream."""
    return audio[14:18]


def place_in(source, received):
    """Where what was received stands in the source, in one piece; `None` if it does not.

    The head need not stand there: who comes between two songs gets the head of the song before from
    liquidsoap, and no other one. It belongs to the audio behind it."""
    head = head_length(received)
    if len(received) <= head or (head and serial(received) != serial(received[head:])):
        return None
    place = source.find(received[head:])
    return place if place >= 0 else None


def check():
    """Whether a hole would be found."""
    source = bytes(n * n % 251 for n in range(5_000)) + b"end"
    assert place_in(source, source[1_000:]) == 1_000
    assert place_in(source, source[1_000:2_000] + source[2_001:]) is None
    assert without_titles(b"abcd\x01" + b"t" * 16 + b"efgh\x00ij", 4) == b"abcdefghij"
    assert unchunked(b"3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n") == b"abcde"

    def page(granule, text, serial=1):
        name = serial.to_bytes(4, "little")
        length = bytes([1, len(text)])
        return b"OggS\0\0" + granule.to_bytes(8, "little") + name + bytes(8) + length + text

    ogg = page(0, b"head") + page(0, b"tags") + page(9, b"abc") + page(18, b"defg")
    assert head_length(ogg) == len(page(0, b"head") + page(0, b"tags"))
    late = ogg[: head_length(ogg)] + page(18, b"defg")
    assert place_in(ogg, late) == len(ogg) - len(page(18, b"defg"))
    foreign = page(0, b"head", 2) + page(0, b"tags", 2) + page(18, b"defg")
    assert place_in(ogg, foreign) is None
    between = page(0, b"head", 2) + page(0, b"tags", 2) + ogg[head_length(ogg) :]
    assert place_in(between, late) == len(between) - len(page(18, b"defg"))

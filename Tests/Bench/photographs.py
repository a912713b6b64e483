#!/usr/bin/env python3
"""Measures the smaller copies of photographs beside those of libvips: photographs.py PROGRAM [FOLDER]

In turn, five times each: `dramatis pictures` makes three tiles and two whole copies of each photograph, and
`vipsthumbnail` makes the same sizes in the same format, one after the other. CPU time for one photograph, and the
ratio. Without a folder the photographs are drawn: 16 of 12 megapixels. It has no pass or fail.
"""

import os
import pathlib
import resource
import statistics
import subprocess
import sys
import tempfile

from PIL import Image, ImageDraw

ROUNDS = 5
SIZE = (4032, 3024)
TILES, WHOLE = (160, 360, 720), (720, 1440)


def draw(path, number):
    """Shapes with soft edges, and the grain of a camera."""
    small = Image.linear_gradient("L").resize((252, 189)).convert("RGB")
    pen = ImageDraw.Draw(small)
    for shape in range(120):
        x, y, side = (number * 37 + shape * 53) % 252, (number * 11 + shape * 29) % 189, 4 + shape % 40
        color = tuple((number * 31 + shape * step) % 256 for step in (67, 101, 151))
        (pen.ellipse if shape % 2 else pen.rectangle)((x, y, x + side, y + side), fill=color)
    grain = Image.effect_noise(SIZE, 40).convert("RGB")
    Image.blend(small.resize(SIZE, Image.Resampling.BICUBIC), grain, 0.1).save(path, quality=90)


def spent(commands):
    """The CPU time of commands in seconds."""
    environment = {**os.environ, "VIPS_CONCURRENCY": "1"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    for command in commands:
        subprocess.run([str(part) for part in command], check=True, env=environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(program, given=None):
    with tempfile.TemporaryDirectory(prefix="dramatis-bench-") as name:
        folder = pathlib.Path(name)
        photographs = pathlib.Path(given or folder / "photographs").absolute()
        if not given:
            photographs.mkdir()
            for number in range(16):
                draw(photographs / f"{number}.jpg", number)
        files = sorted(photographs.glob("*.jpg"))
        spent([[program, "new", "album", "--feed-address", photographs, "--config-dir", folder]])
        theirs = [["vipsthumbnail", "-s", f"{width}x{width}", "--smartcrop", "centre", "-o",
                   f"{folder}/%s-{width}.webp", *files] for width in TILES]
        theirs += [["vipsthumbnail", "-s", width, "-o", f"{folder}/%s-whole-{width}.webp", *files] for width in WHOLE]
        samples = []
        for number in range(ROUNDS):
            ours = [program, "pictures", "--show", "album", "--config-dir", folder, "--state-dir", folder / str(number)]
            samples.append((spent([ours]) / len(files), spent(theirs) / len(files)))
            print("%.3f s, libvips %.3f s" % samples[-1], flush=True)
        ratio = statistics.median(one / other for one, other in samples)
        print(f"{len(files)} photographs, CPU time of one ÷ libvips: {ratio:.2f}")


if __name__ == "__main__":
    main(*sys.argv[1:])

#!/usr/bin/env python3
"""Generates Public/land.svg: the land of the globe, coarsely, in degrees from 169° W to the east.

Usage: Tests/Tables/land.py FILE

FILE is geojson/ne_110m_land.geojson of Natural Earth (github.com/nvkelso/natural-earth-vector, public domain).
"""

import itertools
import json
import pathlib
import sys

TARGET = pathlib.Path(__file__).parents[2] / "Public/land.svg"
# Where the map of the world is cut; only Antarctica crosses it. Longitudes are those east of it.
EDGE = -169
# Degrees that an outline may be off, and the least area of an island in square degrees.
TOLERANCE, ISLAND = 0.25, 1


def rings(data):
    for feature in data["features"]:
        shape = feature["geometry"]
        for polygon in shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]:
            yield from polygon


def east(ring):
    """The ring without jumps: pieces beyond the edge are moved by a turn, Antarctica begins and ends at the edge."""
    if min(y for x, y in ring) > -89:
        middle = (min(x for x, y in ring) + max(x for x, y in ring)) / 2
        return [(x + (360 if middle < EDGE - 1 else 0), y) for x, y in ring]
    start = next(i for i, (x, y) in enumerate(ring) if abs(x) > 179.9 and y <= -89)
    ring = [point for point in ring[start:-1] + ring[:start] if point[1] > -89 and abs(point[0]) < 179.99]
    ring = ring if ring[0][0] < ring[-1][0] else ring[::-1]
    cut = next(i for i, (x, y) in enumerate(ring) if x > EDGE)
    ring = ring[cut:] + [(x + 360, y) for x, y in ring[:cut]]
    return [(EDGE, -90), (EDGE, ring[0][1]), *ring, (EDGE + 360, ring[0][1]), (EDGE + 360, -90)]


def simplified(line):
    """Douglas and Peucker's."""
    (ax, ay), (bx, by) = line[0], line[-1]
    length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5

    def distance(point):
        x, y = point[0] - ax, point[1] - ay
        return abs(x * (by - ay) - y * (bx - ax)) / length if length else (x * x + y * y) ** 0.5

    farthest = max(range(len(line)), key=lambda index: distance(line[index]))
    if distance(line[farthest]) <= TOLERANCE:
        return [line[0], line[-1]]
    return simplified(line[:farthest + 1])[:-1] + simplified(line[farthest:])


def area(ring):
    return abs(sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True))) / 2


def path(ring):
    """A closed line in tenths of a degree, with steps instead of points."""
    points = [(round(x * 10), round(-y * 10)) for x, y in simplified(ring)]
    steps = [(bx - ax, by - ay) for (ax, ay), (bx, by) in itertools.pairwise(points)]
    numbers = " ".join(str(number) for step in steps if step != (0, 0) for number in step)
    return f"M{points[0][0]} {points[0][1]}l{numbers.replace(' -', '-')}z"


def main(file):
    rings_east = [east(ring) for ring in rings(json.loads(pathlib.Path(file).read_text()))]
    paths = "".join(path(ring) for ring in rings_east if area(ring) >= ISLAND)
    TARGET.write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" x="-169" y="-90" width="360" height="180" '
        'viewBox="-1690 -900 3600 1800">'
        f'<path fill="#7a7a6e" fill-opacity=".14" fill-rule="evenodd" d="{paths}"/></svg>\n')


if __name__ == "__main__":
    main(*sys.argv[1:])

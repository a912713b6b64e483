#!/usr/bin/env python3
"""Generates config/bundled/land.txt: the coasts of the globe, coarsely.

Each line is a ring: longitude and latitude of each point in tenths of a degree; longitudes run on from 169° W to the
east.

Usage: Tests/Tables/land.py FILE

FILE is geojson/ne_110m_land.geojson of Natural Earth (github.com/nvkelso/natural-earth-vector, public domain).
"""

import json
import pathlib
import sys

TARGET = pathlib.Path(__file__).parents[2] / "config/bundled/land.txt"
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


def main(path):
    lines = []
    for ring in rings(json.loads(pathlib.Path(path).read_text())):
        ring = east(ring)
        if area(ring) >= ISLAND:
            points = [(round(x * 10), round(y * 10)) for x, y in simplified(ring)]
            lines.append(" ".join(f"{x} {y}" for i, (x, y) in enumerate(points) if (x, y) != points[i - 1]))
    TARGET.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])

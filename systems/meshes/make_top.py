#!/usr/bin/env python3
"""Writes the surface of a spinning top, a body of revolution, as Wavefront OBJ in mm to standard output.

    systems/meshes/make_top.py > systems/meshes/top.obj

The tip is the origin, the z axis the axis of the top. Polygons with 32 corners stand for circles: the corners of one
octant are rounded to 1e-6 mm and mirrored into the other seven, so that the two moments across the axis are equal.
"""
import math

# (radius, height) in mm, from the tip to the end of the handle; the tip and the end are points.
PROFILE = [(0.8, 0.5), (1.5, 2), (2, 6), (6, 11), (14, 17), (20, 21), (21.5, 24), (20, 27), (12, 30), (5, 32),
           (2.5, 35), (2, 44), (2.5, 52), (1.8, 54)]
TIP, END = 0, 55
CORNERS = 32


def circle(radius):
    """CORNERS points, counter-clockwise from (radius, 0)."""
    octant = []
    for k in range(CORNERS // 8 + 1):
        turn = 2 * math.pi * k / CORNERS
        x, y = round(radius * math.cos(turn), 6), round(radius * math.sin(turn), 6)
        octant.append((x, x) if k == CORNERS // 8 else (x, y))
    quarter = octant + [(y, x) for x, y in reversed(octant[:-1])]
    half = quarter + [(-x, y) for x, y in reversed(quarter[:-1])]
    return half[:-1] + [(-x, -y) for x, y in half[:-1]]


def text(number):
    return f"{number + 0.0:.6f}".rstrip("0").rstrip(".")  # + 0.0: no minus zero


def main():
    print("# A spinning top, in mm: tip at the origin, axis along z. Made by make_top.py.")
    print(f"v 0 0 {text(TIP)}")
    for radius, height in PROFILE:
        for x, y in circle(radius):
            print("v", text(x), text(y), text(height))
    print(f"v 0 0 {text(END)}")

    def vertex(ring, k):  # ring 0 is the lowest
        return 2 + ring * CORNERS + k % CORNERS

    last = 2 + len(PROFILE) * CORNERS
    for k in range(CORNERS):
        print("f", 1, vertex(0, k + 1), vertex(0, k))
    for ring in range(len(PROFILE) - 1):
        for k in range(CORNERS):
            print("f", vertex(ring, k), vertex(ring, k + 1), vertex(ring + 1, k + 1), vertex(ring + 1, k))
    for k in range(CORNERS):
        print("f", vertex(len(PROFILE) - 1, k), vertex(len(PROFILE) - 1, k + 1), last)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Fills a small file system while cchnn-gen writes to it, makes room, goes on with --resume, and compares every byte.

    tests/faults/full_disk.py build/bin/cchnn-gen

Needs root and a kernel that mounts tmpfs; exit code 77 (skipped) otherwise.
"""
import os
import subprocess
import sys
import tempfile

from kill_and_resume import content

SYSTEM = "chain_pendulum_2"
JOB = ["generate", SYSTEM, "--train", "300", "--valid", "20", "--test", "30", "--bound", "off"]  # some 4 MB, and less in journals


def mounted(directory, options):
    command = ["mount", "-t", "tmpfs", "-o", options, "tmpfs", directory]
    return os.geteuid() == 0 and subprocess.run(command, stderr=subprocess.DEVNULL).returncode == 0


def ends_by_full_disk(program, arguments):
    ended = subprocess.run([program, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if ended.returncode == 0:
        return False
    if ended.returncode != 4 or "No space left on device" not in ended.stderr:
        sys.exit(f"exit code {ended.returncode}, expected 4 and the reason: {ended.stderr}")
    if "finished trajectories; rerun the same command with --resume" not in ended.stderr:
        sys.exit(f"does not say how to go on: {ended.stderr}")
    return True


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="cchnn-full-") as scratch:
        reference, small = os.path.join(scratch, "reference"), os.path.join(scratch, "small")
        os.mkdir(small)
        if not mounted(small, "size=1m"):
            print("skipped: cannot mount a tmpfs here (needs root)")
            sys.exit(77)
        try:
            subprocess.run([program, *JOB, "-o", reference], check=True, stdout=subprocess.DEVNULL)
            times_full, kilobytes = 0, 1024
            while ends_by_full_disk(program, [*JOB, "-o", small, "--resume"]):
                times_full += 1
                if os.path.exists(os.path.join(small, SYSTEM)):
                    sys.exit("a final name appeared on the full disk")
                kilobytes += 700
                subprocess.run(["mount", "-o", f"remount,size={kilobytes}k", small], check=True)
            if times_full < 3 or content(small) != content(reference):
                sys.exit(f"after {times_full} times full the files differ from those of an undisturbed run")
            print(f"full {times_full} times between 1 and {kilobytes / 1024:.1f} MiB: the same bytes in the end")
        finally:
            subprocess.run(["umount", small], check=False)


if __name__ == "__main__":
    main()

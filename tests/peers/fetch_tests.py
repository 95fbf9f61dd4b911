"""Fetches ThreadSanitizer's tests from Debian's source package of LLVM into a folder of the build.

The package sources that the machine is configured with are asked for source packages, in an own folder: neither the
machine's configuration nor its package lists change.
"""

import pathlib
import re
import shutil
import subprocess
import sys

PACKAGE = "llvm-toolchain-14"
SOURCES = pathlib.Path("/etc/apt")
# The tests include a header of the second folder.
WANTED = ("*/compiler-rt/test/tsan/*", "*/compiler-rt/test/sanitizer_common/*.h")


def fetched_tests(folder, package=PACKAGE):
    """Gives the folder with ThreadSanitizer's tests, fetched below `folder` unless they are there."""
    folder = pathlib.Path(folder).resolve()
    unpacked = folder / package
    tests = unpacked / "compiler-rt" / "test" / "tsan"
    if not tests.exists():
        folder.mkdir(parents=True, exist_ok=True)
        archive = downloaded_archive(folder / "apt", package)
        partial = folder / f"{package}.partial"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir()
        run(["tar", "xf", str(archive), "-C", str(partial), "--strip-components=1", "--wildcards", *WANTED])
        shutil.rmtree(unpacked, ignore_errors=True)
        partial.rename(unpacked)
        shutil.rmtree(folder / "apt")
    return tests


def downloaded_archive(folder, package):
    """Downloads the source package; gives the path of the archive of the original sources."""
    for name in ("lists/partial", "cache/archives/partial", "sources"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    write_source_lists(folder / "sources")
    options = [f"Dir::Etc::sourcelist={folder}/none", f"Dir::Etc::sourceparts={folder}/sources",
               f"Dir::State::lists={folder}/lists", f"Dir::Cache={folder}/cache", "APT::Sandbox::User=root"]
    apt = ["apt-get", "-qq", *(word for option in options for word in ("-o", option))]
    # A source without source packages makes this command fail; the next one decides.
    subprocess.run([*apt, "update"], check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    run([*apt, "source", "--download-only", "--only-source", package], cwd=folder)
    archives = sorted(folder.glob(f"{package}_*.orig.tar.*"))
    if not archives:
        sys.exit(f"the source package {package} has no archive of the original sources")
    return archives[0]


def write_source_lists(folder):
    """Writes the configured package sources with binary packages replaced by source packages."""
    lists = [SOURCES / "sources.list", *sorted((SOURCES / "sources.list.d").glob("*"))]
    for path in lists:
        if not path.is_file() or path.suffix not in (".list", ".sources"):
            continue
        text = path.read_text()
        text = re.sub(r"^Types:.*$", "Types: deb-src", text, flags=re.MULTILINE)
        text = re.sub(r"^deb(-src)?(?=\s)", "deb-src", text, flags=re.MULTILINE)
        (folder / path.name).write_text(text)


def run(command, cwd=None):
    done = subprocess.run(command, cwd=cwd, check=False, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} gave exit code {done.returncode}\n{done.stdout}{done.stderr}")

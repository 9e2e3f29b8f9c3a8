"""Builds the wheel (PEP 427, PEP 517) with the standard library, so that an installation needs no network."""

import base64
import hashlib
import pathlib
import tomllib
import zipfile

HERE = pathlib.Path(__file__).parent
# Zip files know no earlier time. Equal sources make equal wheels.
WHEN = (1980, 1, 1, 0, 0, 0)


def _files():
    """Returns the files of the wheel by their names in it, without its record; and the name of the wheel."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text("utf-8"))["project"]
    name = f"{project['name'].replace('-', '_')}-{project['version']}"
    info = f"{name}.dist-info"
    metadata = "\n".join(
        [
            "Metadata-Version: 2.1",
            f"Name: {project['name']}",
            f"Version: {project['version']}",
            f"Summary: {project['description']}",
            f"License: {project['license']['text']}",
            f"Requires-Python: {project['requires-python']}",
            "Description-Content-Type: text/markdown",
            "",
            (HERE / project["readme"]).read_text("utf-8"),
        ]
    )
    modules = sorted(path for path in (HERE / "fasti").iterdir() if path.suffix == ".py" or path.name == "py.typed")
    wheel = "Wheel-Version: 1.0\nGenerator: fasti\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files = {f"fasti/{path.name}": path.read_bytes() for path in modules}
    files |= {f"{info}/METADATA": metadata.encode(), f"{info}/WHEEL": wheel.encode()}
    return files, name


def _record(files, info):
    def line(path, content):
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        return f"{path},sha256={digest},{len(content)}\n"

    return "".join(line(*one) for one in files.items()) + f"{info}/RECORD,,\n"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into a folder. Returns its name."""
    files, name = _files()
    info = f"{name}.dist-info"
    files[f"{info}/RECORD"] = _record(files, info).encode()
    file = f"{name}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory) / file, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path, WHEN)
            entry.external_attr = 0o644 << 16
            wheel.writestr(entry, content, zipfile.ZIP_DEFLATED)
    return file


if __name__ == "__main__":
    import sys

    print(build_wheel(sys.argv[1]))

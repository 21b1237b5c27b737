"""Runs suites of the package's own tests that need a real program or daemon, which the test starts."""

import pathlib
import re
import subprocess


class SwiftTests:
    def __init__(self, processes, playerkit):
        self.processes = processes
        self.binary = pathlib.Path(playerkit).parent / "PlayerKitPackageTests.xctest"

    def __call__(self, filter, skip=None, limit=1_800, **environment):
        """Runs the tests whose name matches a regular expression. Returns the lines that they printed.

        Fails if a test fails, or if none passes because none matches or all are skipped."""
        assert self.binary.exists(), f"{self.binary} is missing: run `swift build --build-tests`"
        output, status = self.processes.run(
            self.binary, "--testing-library", "swift-testing", "--no-parallel", "--filter", filter,
            *(["--skip", skip] if skip else []), env={"NO_COLOR": "1", **environment}, limit=limit,
            is_checked=False,
            # The testing library writes to standard error, the tests themselves to standard output.
            stderr=subprocess.STDOUT,
        )
        lines = output.decode(errors="replace").splitlines()
        failures = [line for line in lines if line.startswith(("✘", "↳"))][2:]  # After the versions.
        has_passed = any(re.match("✔ Test (?!run)", line) for line in lines)
        assert status == 0 and has_passed, "\n".join(failures or ["no test passed:", *lines[-40:]])
        return lines

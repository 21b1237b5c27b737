"""Runs suites of the package's own tests that need a real program or daemon, which the test starts."""

import pathlib
import re


class SwiftTests:
    def __init__(self, processes, playerkit):
        self.processes = processes
        self.binary = pathlib.Path(playerkit).parent / "PlayerKitPackageTests.xctest"

    def __call__(self, filter, skip=None, limit=1_800, **environment):
        """Runs the tests whose name matches a regular expression. Returns the lines that they printed.

        Fails if a test fails, or if no test matches."""
        assert self.binary.exists(), f"{self.binary} is missing: run `swift build --build-tests`"
        output, status = self.processes.run(
            self.binary, "--testing-library", "swift-testing", "--no-parallel", "--filter", filter,
            *(["--skip", skip] if skip else []), env=environment, limit=limit, is_checked=False,
        )
        lines = output.decode(errors="replace").splitlines()
        failures = [line for line in lines if line.startswith("✘") or "↳" in line]
        assert status == 0, "\n".join(failures or lines[-40:])
        count = next((int(found[1]) for line in lines if (found := re.search(r"Test run with (\d+) tests?", line))), 0)
        assert count > 0, f"no test matches {filter}"
        return lines

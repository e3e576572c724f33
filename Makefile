# Every target does its own set-up under .venvs/ and build/. Without make: python tools/dev.py TARGET
PYTHON ?= python3
DEV = $(PYTHON) tools/dev.py
TARGETS = test test-all test-engine test-farm demo bench lint types package release

.PHONY: help $(TARGETS) clean

help:
	@$(DEV) --help

# Options for pytest: make test ARGS="tests/blender -k hinge"
test test-all test-engine test-farm:
	@$(DEV) $@ -- $(ARGS)

demo bench lint types package release:
	@$(DEV) $@

clean:
	rm -rf build .venvs

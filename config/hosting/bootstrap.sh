#!/bin/sh
# Bootstrap: finds a Python new enough and lets bootstrap.py put the locked packages into .venv.
# Usage: sh config/hosting/bootstrap.sh run|dev. PYTHON=/path/to/python3.12 picks another interpreter.
for python in "$PYTHON" python3 python3.13 python3.12 python3.11 python; do
    if [ -n "$python" ] && "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        exec "$python" -P config/hosting/bootstrap.py "$@"
    fi
done
found=$(python3 --version 2>/dev/null || echo none)
cat >&2 <<END
Bongioco needs Python 3.11 or newer (found: $found).
Install one:  Debian 12, Ubuntu 24.04 or newer: apt install python3 python3-venv
              Fedora: dnf install python3.12    Alpine: apk add python3    macOS: brew install python@3.12
or name one:  PYTHON=/path/to/python3.12 make $1
END
exit 1

#!/usr/bin/env bash
# Installs the readers of results files that check.mjs asks, pinned, into a folder:
#   test/consumers/install.sh FOLDER
# Needs Python 3.11 and npm. JMeter itself is not installed: name it in JMETER.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: install.sh FOLDER}
mkdir -p "$folder"
cd "$folder"

# One environment each: they need different versions of the same libraries.
environment() {
  local name=$1
  shift
  [ -d "$name" ] || python3.11 -m venv "$name"
  "$name/bin/pip" install --quiet "$@"
}
environment taurus bzt==1.17.2
environment readers lysiro==0.1.0 jmeter-compare==1.1.0 python-jtl==0.1.1
environment metrics jmeter-metrics==1.0.6 numpy==1.26.4 pandas==1.5.3 setuptools==65.5.0
environment visualizer jmeter-metrics-visualizer==0.5.0 setuptools==65.5.0

mkdir -p npm
cp "$here/package.json" npm/
npm install --silent --prefix npm

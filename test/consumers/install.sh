#!/usr/bin/env bash
# Installs the readers of results files that consumers.test.ts asks, pinned, into a folder:
#   test/consumers/install.sh FOLDER
# Takes what it finds of Python, npm, Maven and a JRE, and says what it could not install, and why. A reader is in the
# folder `ready` once it is whole.
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?usage: install.sh FOLDER}
mkdir -p "$folder/ready"
cd "$folder" || exit 1
failures=$(mktemp)
trap 'rm -f "$failures"' EXIT

say() { echo "consumers: $*"; }
# Runs a step and marks its result as whole.
step() {
  local name=$1
  shift
  [ -e "ready/$name" ] && return
  if "$@" >&2; then
    touch "ready/$name"
    say "$name is there"
  else
    say "$name could not be installed"
    echo "$name" >> "$failures"
  fi
}

# One environment each: they need different versions of the same libraries.
environment() {
  local name=$1
  shift
  uv/bin/uv venv -q --allow-existing --python "$python" "$name" && uv/bin/uv pip install -q --python "$name/bin/python" "$@"
}
python_readers() {
  python=
  local candidate
  # The pinned versions have wheels for these.
  for candidate in python3.11 python3.10 python3.9; do
    command -v "$candidate" > /dev/null && python=$candidate && break
  done
  if [ -z "$python" ]; then
    say 'no readers from PyPI: there is no Python 3.9, 3.10 or 3.11 here'
    return
  fi
  export UV_PYTHON_DOWNLOADS=never
  if ! { "$python" -m venv uv && uv/bin/pip install -q --disable-pip-version-check uv==0.13.9; } >&2; then
    say 'no readers from PyPI: venv or pip does not work here'
    return
  fi
  step taurus environment taurus bzt==1.17.2
  step readers environment readers lysiro==0.1.0 jmeter-compare==1.1.0 python-jtl==0.1.1
  step metrics environment metrics jmeter-metrics==1.0.6 numpy==1.26.4 pandas==1.5.3 setuptools==65.5.0
  step visualizer environment visualizer jmeter-metrics-visualizer==0.5.0 setuptools==65.5.0
}

npm_readers() {
  mkdir -p npm && cp "$here/package.json" npm/
  step npm npm install --silent --no-audit --no-fund --prefix npm
}

# JMeter's report generator: its core with what that loads, and the page templates of its configuration.
jmeter() {
  cp "$here/jmeter-pom.xml" jmeter-pom.xml
  rm -rf jmeter && mkdir -p jmeter/bin jmeter/lib/ext jmeter/lib/junit
  mvn -q -B -f jmeter-pom.xml -Dmaven.artifact.threads=10 dependency:copy-dependencies \
    -DoutputDirectory=jmeter/lib -DincludeScope=runtime || return 1
  "${python:-python3}" -m zipfile -e jmeter/lib/ApacheJMeter_config-5.6.3.jar jmeter/config || return 1
  cp -r jmeter/config/bin/. jmeter/bin/
  mv jmeter/lib/ApacheJMeter_core-5.6.3.jar jmeter/lib/ext/
  cp jmeter/lib/ApacheJMeter-5.6.3.jar jmeter/bin/ApacheJMeter.jar
}
java_readers() {
  if [ -n "${JMETER:-}" ]; then
    say "JMeter is $JMETER"
  elif ! command -v mvn > /dev/null || ! command -v java > /dev/null; then
    say 'no JMeter: there is no Maven or no JRE here, and JMETER names none'
  else
    step jmeter jmeter
  fi
}

python_readers &
npm_readers &
java_readers &
wait
[ ! -s "$failures" ]

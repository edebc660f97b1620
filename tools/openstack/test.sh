#!/bin/bash
# Everything that wants a real cloud, on one of its own:
#   tools/openstack/test.sh                  on a fresh Debian 12 machine, as root: takes the cloud down in the end
#   ON=running tools/openstack/test.sh       on a cloud that up.sh has brought up already, and that stays
#   tools/openstack/test.sh -k trust         what follows goes to pytest
set -uo pipefail
. "$(dirname "$0")/env.sh"
TOP=$(cd "$SRC/../.." && pwd)
PYTEST="${PYTEST:-$TOP/.venv/bin/pytest}"
export SERVICES="keystone placement glance nova neutron cinder"
NOTHING_CHOSEN=5   # what pytest says if -k leaves nothing of a suite
[ "$(id -u)" = 0 ] || { echo "this installs packages and starts services: run it as root, on Debian 12" >&2; exit 1; }
say() { printf '\n== %s\n' "$*"; }

take_down() {
  local code=$?
  trap - EXIT INT TERM
  [ "${ON:-}" = running ] && { mysql -e 'DROP DATABASE IF EXISTS os_calor'; exit $code; }
  [ $code = 0 ] || { say "what the services said last"; tail -n 5 "$LOG"/*.log 2>/dev/null; }
  say "taking the cloud down"
  "$SRC/down.sh" --wipe
  exit $code
}

run() { # title command... : run a suite on an empty database, remember whether any has failed
  say "$1"; shift
  mysql -e 'DROP DATABASE IF EXISTS os_calor; CREATE DATABASE os_calor CHARACTER SET utf8mb4' || exit 1
  "$@"; local code=$?
  [ $code = 0 ] || [ $code = $NOTHING_CHOSEN ] || { echo "FAILED: $*"; FAILED=1; }
}

trap take_down EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

if [ "${ON:-}" != running ]; then
  say "installing the services from packages"; "$SRC/install.sh" || exit 1
  say "bringing up $SERVICES"; "$SRC/up.sh" || exit 1
fi
FAILED=0
export CALOR_TEST_DATABASE=mysql://os:os@127.0.0.1/os_calor

cd "$TOP"
run "the services themselves, by the SDK" bash -c ". '$ROOT/openrc-demo'; '$B/python' '$SRC/smoke.py' $SERVICES"
. "$ROOT/openrc-admin"
unset PYTHONWARNINGS   # in tests a warning is an error
run "identity, trusts, resource types and the whole service" "$PYTEST" -p no:cacheprovider tests/openstack "$@"
[ -d tests/clients ] && CALOR_TEST_CLOUD=real run "stock clients, with real identity" "$PYTEST" -p no:cacheprovider tests/clients "$@"
say "$([ $FAILED = 0 ] && echo 'all passed' || echo 'something failed, see above')"
exit $FAILED

#!/bin/bash
# Idempotent: MariaDB, RabbitMQ and memcached from Debian (started if they are not running), then every
# OpenStack service from PyPI in one virtual environment, and the small fake back ends of plugins/.
set -euo pipefail
. "$(dirname "$0")/env.sh"; cd "$SRC"
t0=$(date +%s)
missing() { for one in "$@"; do command -v "$one" >/dev/null || return 0; done; return 1; }
if missing rabbitmqctl mariadbd memcached curl; then
  apt-get -qq update
  DEBIAN_FRONTEND=noninteractive apt-get -qq install -y mariadb-server rabbitmq-server memcached curl python3-venv >/dev/null
fi
if ! mariadb -e 'select 1' >/dev/null 2>&1; then
  install -d -o mysql -g mysql /run/mysqld
  start-stop-daemon --start --oknodo --background --exec /usr/sbin/mariadbd -- --user=mysql
  for _ in $(seq 60); do mariadb -e 'select 1' >/dev/null 2>&1 && break; sleep 0.5; done
fi
rabbitmqctl -q status >/dev/null 2>&1 || rabbitmq-server -detached >/dev/null 2>&1
for _ in $(seq 60); do rabbitmqctl -q await_startup --timeout 5 >/dev/null 2>&1 && break; sleep 0.5; done
(echo >/dev/tcp/127.0.0.1/11211) 2>/dev/null || memcached -d -u nobody -l 127.0.0.1 -m 256
[ -x "$ROOT/bootstrap/bin/uv" ] || { python3 -m venv "$ROOT/bootstrap"; "$ROOT/bootstrap/bin/pip" -q install uv; }
UV=$ROOT/bootstrap/bin/uv
[ -x "$B/python" ] || $UV venv -q --python 3.11 "$VENV"
VIRTUAL_ENV=$VENV $UV pip install -q -r lock.txt
SP=$("$B/python" -c 'import sysconfig; print(sysconfig.get_paths()["purelib"])')
echo "$SRC/plugins" > "$SP/fakecloud.pth"
cp plugins/nova_virt_fakecloud.py "$SP/nova/virt/fakecloud.py"   # nova loads drivers from its own namespace only
echo "install: $(( $(date +%s) - t0 ))s"

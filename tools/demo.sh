#!/bin/sh
# What calor does, in a minute: `make demo`. Nothing of it stays.
set -eu

say() { printf '\n%s\n\n' "$1"; }
run() { printf '$ %s\n' "$*"; "$@"; }

data=$(mktemp -d)
service=

clean_up() {
    trap - EXIT
    trap '' INT TERM HUP
    if [ -n "$service" ]; then
        kill "$service" 2>/dev/null || :
        wait "$service" 2>/dev/null || :
    fi
    rm -rf "$data"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

say "1. A template with mistakes. All of them are told before anything is made."
status=0
run calor validate examples/broken.yaml 2>&1 || status=$?
printf 'The exit status is %s.\n' "$status"
test "$status" -eq 1

say "2. What depends on what, as a picture."
mkdir -p build
run calor graph examples/three-tier/app.yaml -P key_name=operations -o build/three-tier.svg
printf 'Open build/three-tier.svg in a browser.\n'

say "3. The service: REST API, engine, database and a cloud of its own, in one process."
printf '$ calor serve --data-dir %s --port 0 --cloud-port 0 &\n' "$data"
calor serve --data-dir "$data" --port 0 --cloud-port 0 >"$data/log" 2>&1 &
service=$!
until grep '^calor serves ' "$data/log"; do
    kill -0 "$service" 2>/dev/null || { cat "$data/log"; exit 1; }
    sleep 0.1
done
api=$(sed -n 's/^calor serves \([^ ]*\) .*/\1/p' "$data/log")
printf '$ eval "$(calor env --data-dir %s)"\n' "$data"
eval "$(calor env --data-dir "$data")"

say "4. A stack, through its API: a database, then web servers, then what stands before them."
run calor up examples/rehearsal/app.yaml --name shop
run calor list

say "5. What one more web server would change, and then the change."
run calor plan examples/rehearsal/app.yaml --name shop -P web_servers=5
run calor up examples/rehearsal/app.yaml --name shop -P web_servers=5
run calor outputs shop members

if openstack stack list --help >/dev/null 2>&1; then
    say "6. The same with the client that you have."
    run openstack stack list
fi

if [ -t 0 ] && [ -t 1 ]; then
    say "Look further from another shell, in this folder:"
    cat <<END
  eval "\$(.venv/bin/calor env --data-dir $data)"
  .venv/bin/calor resources shop -n 3             what it is made of
  openstack stack list                            with python-openstackclient and python-heatclient
  $api/docs                     what the API can do, for a browser
END
    printf '\nPress Enter to take everything down again. '
    read -r _ || :
fi

say "Everything is taken down again."
run calor down shop

say "What to try next:"
cat <<'END'
  .venv/bin/calor up YOUR-TEMPLATE.yaml           needs no service: it runs inside the command
  .venv/bin/calor serve                           a service that stays; it says how clients reach it
  docs/tutorial/first-stack.md                    ten minutes: up, plan, change, fail, down
  make docs                                       the documentation as a site
END

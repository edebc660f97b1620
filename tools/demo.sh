#!/bin/sh
# A tour of what calor does today: `make demo`.
set -eu

say() { printf '\n%s\n\n' "$1"; }
run() { printf '$ %s\n' "$*"; "$@"; }

mkdir -p build

say "1. A small template, checked with everything it needs."
run calor validate examples/hello.yaml

say "2. A real one: three tiers, nested templates, files, an environment, a parameter."
run calor validate examples/three-tier/app.yaml -e examples/three-tier/production.yaml -P key_name=operations

say "3. A template with mistakes. All of them are told at once, each with its place."
status=0
run calor validate examples/broken.yaml 2>&1 || status=$?
printf 'The exit status is %s.\n' "$status"
test "$status" -eq 1

say "4. What depends on what, as a picture."
run calor graph examples/three-tier/app.yaml -P key_name=operations -o build/three-tier.svg
printf 'Open build/three-tier.svg in a browser.\n'

say "5. From JSON to YAML; order is kept."
run calor convert examples/wordpress.json -o build/wordpress.yaml
run head -n 16 build/wordpress.yaml

say "What to try next:"
cat <<'END'
  .venv/bin/calor validate YOUR-TEMPLATE.yaml     your own template; nothing leaves this machine
  .venv/bin/calor --help                          all commands
  docs/tutorial/first-template.md                 ten minutes, from nothing to a picture
  make docs                                       the documentation as a site
END

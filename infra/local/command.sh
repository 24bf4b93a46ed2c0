#!/bin/sh
# `npm run kb` and `npm run forum`: a command of a service, with the pinned Node.js.
set -eu

service=$1
shift
if [ ! -x node_modules/.bin/node ]; then
  echo 'Nothing is installed yet. Run `npm start` first; when the services answer, Ctrl-C stops them.' >&2
  exit 1
fi
export MALLOC_ARENA_MAX=2 NODE_COMPILE_CACHE=node_modules/.cache/compiled
exec node_modules/.bin/node --max-semi-space-size=4 --heap-growing-percent=40 --conditions=source \
  "services/$service-service/src/cli/main.ts" "$@"

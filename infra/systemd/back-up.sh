#!/bin/sh
# Writes both databases and the files of forums to a new folder below the one given, and keeps the last 14 such folders.
# The files come last: a file that was posted in between is there without its post, never the reverse.
set -eu
umask 077
target=$1
name=$(date --utc +%Y-%m-%dT%H-%M-%S)
unfinished=$target/unfinished
rm --recursive --force "$unfinished"
mkdir "$unfinished"
pg_dump --format=custom --file="$unfinished/kb.dump" "$KB_DATABASE_URL"
pg_dump --format=custom --file="$unfinished/forum.dump" "$FORUM_DATABASE_URL"
tar --create --gzip --file="$unfinished/forum-files.tar.gz" --directory="$FORUM_FILES_DIRECTORY" .
sync --file-system "$unfinished"
mv "$unfinished" "$target/$name"
find "$target" -mindepth 1 -maxdepth 1 -name '20*' | sort --reverse | tail --lines=+15 | xargs --no-run-if-empty rm --recursive

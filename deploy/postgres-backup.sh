#!/bin/sh
# A base backup of a running PostgreSQL, to which postgres-restore.sh adds what was archived since:
#   postgres-backup.sh FOLDER [options of pg_basebackup, such as -h HOST -U USER]
# Daily by a timer, as PostgreSQL's user. What was archived before the oldest backup can go.
set -eu
folder=$1
shift
made="$folder/base-$(date -u +%Y%m%dT%H%M%SZ)"
pg_basebackup -D "$made.part" --checkpoint=fast --wal-method=stream "$@"
mv "$made.part" "$made"
echo "$made"

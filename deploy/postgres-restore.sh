#!/bin/sh
# A base backup, and what was archived since up to a moment, as a data folder for PostgreSQL:
#   postgres-restore.sh BASE ARCHIVE DATA ['2026-11-16 17:05:00+00']
# As PostgreSQL's user, while no server runs. Start PostgreSQL on DATA afterwards: it replays the
# archive up to that moment, or all of it, and then takes connections. Then start the servers.
set -eu
base=$1 archive=$2 data=$3 moment=${4:-}
if [ -e "$data" ]; then
    echo "$data is there already: move it away first" >&2
    exit 1
fi
cp -R "$base" "$data"
chmod 700 "$data"
{
    echo "restore_command = 'cp $archive/%f %p'"
    [ -z "$moment" ] || echo "recovery_target_time = '$moment'"
    echo "recovery_target_action = 'promote'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"

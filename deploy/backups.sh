#!/bin/sh
# Write a backup into a folder every BACKUP_SECONDS seconds, and keep the newest BACKUPS_KEPT; with 0 seconds, only one.
# A start makes no backup while the newest one is younger. A backup that fails is repeated after a minute: at the first
# start there is no database yet.
set -eu
folder=$1 seconds=${BACKUP_SECONDS:-86400} kept=${BACKUPS_KEPT:-14}

trap 'exit 0' TERM INT
mkdir -p "$folder"
while true; do
  pause=$seconds
  if [ -n "$(find "$folder" -name 'courtly-*.backup' -mmin "-$((seconds / 60))")" ]; then
    pause=60
  elif courtly backup "$folder/courtly-$(date -u +%Y%m%dT%H%M%SZ).backup"; then
    # The names sort by time.
    for old in $(ls -r "$folder" | grep '^courtly-.*\.backup$' | tail -n "+$((kept + 1))"); do
      rm "$folder/$old"
    done
  elif [ "$seconds" = 0 ]; then
    exit 1
  else
    pause=60
  fi
  [ "$seconds" = 0 ] && exit
  # The shell handles signals while it waits, but not while a program runs.
  sleep "$pause" &
  wait $!
done

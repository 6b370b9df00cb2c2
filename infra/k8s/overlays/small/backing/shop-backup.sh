#!/bin/sh
# All databases as they are at one moment, into /archive/base, beside what Postgres archives of every change since. The last two are kept.
# With --prune nothing is backed up: the last one alone is kept, so that a full archive has room again.
# docker compose exec -T -u postgres postgres shop-backup [--prune]
set -eu
asked=${1:-}
case $asked in
  '' | --prune) ;;
  *) echo "$asked is not known: --prune" >&2; exit 2 ;;
esac
cd /archive/base
# one at a time: a second one would take the first one's unfinished folder for what a run that failed has left
exec 9> .lock
if ! flock -n 9; then
  echo 'Another backup is being made.' >&2
  exit 1
fi

# Removes all backups but those named, which are in order, and the changes from before the first of them.
keep() {
  oldest=$(echo "$1" | head -n 1)
  first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
  if [ -z "$first" ]; then
    echo "The backup '$oldest' cannot be read: nothing was removed." >&2
    exit 1
  fi
  ls | grep 'Z$' | grep -vxF "$1" | while read -r old; do rm -r "$old"; done
  pg_archivecleanup /archive/wal "$first"
}

rm -rf ./*.part
if [ "$asked" = --prune ]; then
  last=$(ls | grep 'Z$' | tail -n 1)
  keep "$last"
  echo "$last: $(du -sh "$last" | cut -f 1); it can be gone on from with $(ls /archive/wal | wc -l) files of changes"
  exit
fi

pg_basebackup --username=postgres --pgdata=new.part --format=tar --gzip --checkpoint=fast --wal-method=stream
# the moment at which it is whole: from then on it leads to every later one
name=$(date -u +%Y%m%dT%H%M%SZ)
mv new.part "$name"
keep "$(ls | grep 'Z$' | tail -n 2)"
# what was written until now is in the archive too
psql --username=postgres --quiet --tuples-only --command='SELECT pg_switch_wal()' > /dev/null
# for the status page and the metrics
psql --username=postgres --dbname=identity --quiet --command="INSERT INTO backups (bytes) VALUES ($(du -sb "$name" | cut -f 1))"
echo "$name: $(du -sh "$name" | cut -f 1); it can be gone on from with $(ls /archive/wal | wc -l) files of changes"

#!/bin/sh
# All databases as they are at one moment, into /archive/base, beside what Postgres archives of every change since. The last two are kept.
# docker compose exec -T -u postgres postgres shop-backup
set -eu
# one at a time: a second one would take the first one's unfinished folder for what a run that failed has left
exec 9> /archive/base/.lock
if ! flock -n 9; then
  echo 'Another backup is being made.' >&2
  exit 1
fi
rm -rf /archive/base/*.part
pg_basebackup --username=postgres --pgdata=/archive/base/new.part --format=tar --gzip --checkpoint=fast --wal-method=stream
# the moment at which it is whole: from then on it leads to every later one
name=$(date -u +%Y%m%dT%H%M%SZ)
mv /archive/base/new.part "/archive/base/$name"

for old in $(ls -d /archive/base/*Z | head -n -2); do rm -r "$old"; done
oldest=$(ls -d /archive/base/*Z | head -n 1)
first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
pg_archivecleanup /archive/wal "$first"
# what was written until now is in the archive too
psql --username=postgres --quiet --tuples-only --command='SELECT pg_switch_wal()' > /dev/null
# for the status page and the metrics
psql --username=postgres --dbname=identity --quiet --command="INSERT INTO backups (bytes) VALUES ($(du -sb "/archive/base/$name" | cut -f 1))"
echo "$name: $(du -sh "/archive/base/$name" | cut -f 1); it can be gone on from with $(ls /archive/wal | wc -l) files of changes"

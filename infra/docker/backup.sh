#!/bin/sh
# All databases as they are at one moment, into /archive/base, beside what Postgres archives of every change since. It is noted for the
# status page and the metrics. Three are kept at most: the last one, the newest that is 20 hours older, and the oldest between them. Those
# that do not lead to the databases as they are now, because a restore went back to before them, do not count, and go.
# --without-note, then --note: when more belongs to the backup, which is noted once that is there too.
# --prune: nothing is backed up, and the last one that counts is kept alone, so that a full archive has room again.
# docker compose exec -T -u postgres postgres shop-backup [--without-note | --note | --prune]
set -eu
asked=${1:-}
case $asked in
  '' | --without-note | --note | --prune) ;;
  *) echo "$asked is not known: --without-note, --note, --prune" >&2; exit 2 ;;
esac
cd /archive/base
# one at a time: a second one would take the first one's unfinished folder for what a run that failed has left
exec 9> .lock
if ! flock -n 9; then
  echo 'Another backup is being made.' >&2
  exit 1
fi

last() { ls | grep 'Z$' | tail -n 1; }

# The timeline on which a backup was made, and the position at which it was whole, such as 0/5000100.
made() { sed -n 's/.*"Timeline": \([0-9]*\), .*"End-LSN": "\(.*\)".*/\1 \2/p' "$1/backup_manifest"; }

as_number() { echo $((0x${1%/*} << 32 | 0x${1#*/})); }

# All backups that lead to a timeline, in order: those made on it, and those that were whole before it branched off from theirs. Each restore
# begins one, whose history has a line for each timeline before it: its number, and the position at which it was left.
leading_to() {
  now=$1
  history=
  name=$(printf %08X.history "$now")
  # a full archive does not have what Postgres has still
  for file in "/archive/wal/$name.gz" "/archive/wal/$name" "$PGDATA/pg_wal/$name"; do
    if [ -f "$file" ]; then
      history=$(gzip -dcf "$file") || return 1
      break
    fi
  done
  if [ "$now" -gt 1 ] && [ -z "$history" ]; then
    echo "The history of timeline $now is not archived yet: nothing was removed." >&2
    return 1
  fi
  for backup in $(ls | grep 'Z$'); do
    set -- $(made "$backup")
    if [ $# -ne 2 ]; then
      echo "The backup '$backup' cannot be read: nothing was removed." >&2
      return 1
    fi
    left=$(echo "$history" | awk -v timeline="$1" '$1 == timeline { print $2 }')
    if [ "$1" = "$now" ] || { [ -n "$left" ] && [ "$(as_number "$2")" -le "$(as_number "$left")" ]; }; then echo "$backup"; fi
  done
}

# Removes all backups but those named, which are in order, and the changes from before the first of them.
keep() {
  oldest=$(echo "$1" | head -n 1)
  first=$(tar -xzOf "$oldest/base.tar.gz" backup_label | sed -n 's/^START WAL LOCATION: .*(file \(.*\))$/\1/p')
  if [ -z "$first" ]; then
    echo "The backup '$oldest' cannot be read: nothing was removed." >&2
    exit 1
  fi
  ls | grep 'Z$' | grep -vxF "$1" | xargs -r rm -r && pg_archivecleanup -x .gz /archive/wal "$first"
}

note() {
  psql --username=postgres --dbname=identity --quiet --command="INSERT INTO backups (bytes) VALUES ($(du -sb "$(last)" | cut -f 1))"
}

say() { echo "$(last): $(du -sh "$(last)" | cut -f 1); it can be gone on from with $(ls /archive/wal | wc -l) files of changes"; }

if [ "$asked" = --note ]; then
  note
  exit
fi
rm -rf ./*.part
reading='After a restore Postgres has not read every change yet'
if [ "$asked" = --prune ]; then
  if ! control=$(LC_ALL=C pg_controldata "$PGDATA"); then
    echo 'The data of Postgres, to which a backup must lead, cannot be read: nothing was removed.' >&2
    exit 1
  fi
  if [ -e "$PGDATA/recovery.signal" ] || echo "$control" | grep -q 'in archive recovery$'; then
    echo "$reading: nothing was removed." >&2
    exit 1
  fi
  leading=$(leading_to "$(echo "$control" | sed -n "s/^Latest checkpoint's TimeLineID: *//p")")
  if [ -z "$leading" ]; then
    echo 'No backup leads to the databases as they are now: nothing was removed. Make one first: shop-backup' >&2
    exit 1
  fi
  keep "$(echo "$leading" | tail -n 1)"
  say
  exit
fi

if [ "$(psql --username=postgres --quiet --tuples-only --no-align --command='SELECT pg_is_in_recovery()')" = t ]; then
  echo "$reading: try again when it has." >&2
  exit 1
fi
pg_basebackup --username=postgres --pgdata=new.part --format=tar --gzip --checkpoint=fast --wal-method=stream
# the moment at which it is whole: from then on it leads to every later one
mv new.part "$(date -u +%Y%m%dT%H%M%SZ)"
day_before=$(date -u -d '20 hours ago' +%Y%m%dT%H%M%SZ)
# it is whole, and what fails from here on must not have it made again. The oldest between is the one that will be 20 hours older first,
# however often somebody backs up meanwhile
(leading=$(leading_to $(made "$(last)")) && keep "$(echo "$leading" | awk -v before="$day_before" '
  $0 <= before { old = $0; next }
  young == "" { young = $0 }
  { last = $0 }
  END { if (old != "") print old; if (young != last) print young; print last }')") || echo 'What is older was not removed.' >&2
psql --username=postgres --quiet --tuples-only --command='SELECT pg_switch_wal()' > /dev/null ||
  echo 'What was written last is archived within five minutes.' >&2
if [ "$asked" != --without-note ]; then note || echo 'The backup is there, and could not be noted.' >&2; fi
say

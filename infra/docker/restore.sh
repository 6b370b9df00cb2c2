#!/bin/sh
# Puts the data of a stopped Postgres back: a backup of /archive/base (the last one before the moment, or the one named), and every change
# archived since, or until a moment. What was there is kept beside it, or with --discard removed. docs/runbooks/restore.md says what goes before and after.
# docker compose run --rm --no-deps --entrypoint shop-restore postgres [--base 20260131T101500Z] [--until '2026-01-31 11:58:00Z']
#   [--timeline current] [--discard]
set -eu
base=
until=
timeline=
discard=
while [ $# -gt 0 ]; do
  case $1 in
    --base) base=$2 ;;
    --until) until=$2 ;;
    --timeline) timeline=$2 ;;
    --discard) discard=yes; shift; continue ;;
    *) echo "$1 is not known: --base <name>, --until <moment>, --timeline current|<number>, --discard" >&2; exit 2 ;;
  esac
  shift 2
done

# a backup is named by the moment at which it was whole: one that is newer than the moment asked for does not lead there
newest=99991231T235959Z
if [ -n "$until" ]; then
  newest=$(date -u -d "$until" +%Y%m%dT%H%M%SZ)
  # Postgres knows no letter for a time zone while it reads its settings
  until=$(date -u -d "$until" '+%F %T.%6N+00')
fi

# The timeline on which a backup was made, and the position at which it was whole, such as 0/5000100.
made() { sed -n 's/.*"Timeline": \([0-9]*\), .*"End-LSN": "\(.*\)".*/\1 \2/p' "/archive/base/$1/backup_manifest"; }

as_number() { echo $((0x${1%/*} << 32 | 0x${1#*/})); }

# each restore begins a timeline: the changes from then on, beside those that the one before had until then. Its history has a line for each
# timeline before it: its number, and the position at which it was left
target=
case ${timeline:-${until:+unknown}} in
  # the backup's own, and the one that is asked for below
  current | unknown) ;;
  '' | latest)
    target=$(ls /archive/wal | sed -n 's/^\([0-9A-F]\{8\}\)\.history\(\.gz\)\{0,1\}$/\1/p' | tail -n 1)
    target=$((0x${target:-1}))
    # the last backup may be on one that was not archived any more
    last=$(made "$(ls /archive/base | grep 'Z$' | tail -n 1)" 2> /dev/null | cut -d ' ' -f 1)
    if [ "${last:-1}" -gt "$target" ]; then target=$last; fi
    # all backups are on the first one
    if [ "$target" -eq 1 ]; then target=; fi
    ;;
  *) target=$timeline ;;
esac
history=
if [ -n "$target" ]; then
  name=$(printf %08X.history "$target")
  for file in "/archive/wal/$name.gz" "/archive/wal/$name"; do
    if [ -f "$file" ]; then history=$(gzip -dcf "$file"); fi
  done
fi

# Whether a backup leads to the timeline: it was made on it, or it was whole before that one branched off from its own.
leads() {
  if [ -z "$target" ]; then return 0; fi
  set -- $(made "$1")
  if [ $# -ne 2 ]; then return 1; fi
  left=$(echo "$history" | awk -v timeline="$1" '$1 == timeline { print $2 }')
  [ "$1" = "$target" ] || { [ -n "$left" ] && [ "$(as_number "$2")" -le "$(as_number "$left")" ]; }
}

if [ -z "$base" ]; then
  for backup in $(ls /archive/base | grep 'Z$' | awk -v newest="$newest" '$0 <= newest'); do
    if leads "$backup"; then base=$backup; fi
  done
fi
if [ -z "$base" ]; then
  echo "There is no backup${until:+ from before $until}${target:+ that leads to timeline $target} in /archive/base: $(ls /archive/base | tr '\n' ' ')" >&2
  exit 1
fi
if [ ! -f "/archive/base/$base/base.tar.gz" ]; then
  echo "There is no backup $base in /archive/base: $(ls /archive/base | tr '\n' ' ')" >&2
  exit 1
fi
# before anything is moved or removed for it
if ! gzip -t "/archive/base/$base/base.tar.gz" "/archive/base/$base/pg_wal.tar.gz"; then
  echo "The backup $base cannot be read. Another one (--base): $(ls /archive/base | tr '\n' ' ')" >&2
  exit 1
fi
if ! leads "$base"; then
  echo "The backup $base does not lead to timeline $target. Another one (--base): $(ls /archive/base | tr '\n' ' ')" >&2
  echo 'Or its own, with none of the changes since the restore that left it: --timeline current.' >&2
  exit 1
fi
# where a moment is, only its owner knows
if [ -n "$until" ] && [ -z "$timeline" ]; then
  own=$(made "$base" | cut -d ' ' -f 1)
  if [ -z "$own" ]; then
    echo "The backup $base does not say which timeline it is on. Another one (--base): $(ls /archive/base | tr '\n' ' ')" >&2
    exit 1
  fi
  for file in $(ls /archive/wal | grep '^[0-9A-F]\{8\}\.history'); do
    number=$((0x${file%%.*}))
    if [ "$number" -gt "$own" ]; then
      echo "A restore after the backup $base began timeline $number at $(date -u -r "/archive/wal/$file" '+%F %TZ')." >&2
      timeline=unknown
    fi
  done
  if [ "$timeline" = unknown ]; then
    echo "Where is $until? On timeline $own, as it went on before any of these: --timeline current. On another: --timeline <number>." >&2
    exit 1
  fi
fi
if [ -f "$PGDATA/postmaster.pid" ] && pg_isready --quiet --host=postgres; then
  echo 'Postgres runs: docker compose stop postgres' >&2
  exit 1
fi

# a gigabyte more for the changes, which Postgres lays beside the data as it reads them
needed=$(($(gzip -dc "/archive/base/$base/base.tar.gz" "/archive/base/$base/pg_wal.tar.gz" | wc -c) / 1000000 + 1000))
mkdir -p "$(dirname "$PGDATA")"
free=$(df --block-size=MB --output=avail "$(dirname "$PGDATA")" | tail -n 1 | tr -dc 0-9)
if [ -n "$discard" ] && [ -d "$PGDATA" ]; then free=$((free + $(du -s --block-size=MB "$PGDATA" | cut -f 1 | tr -dc 0-9))); fi
if [ "$free" -lt "$needed" ]; then
  echo "The data need $needed MB beside those that are there, and $free MB are free: make room, or give up what is there with --discard." >&2
  exit 1
fi

if [ -n "$discard" ]; then
  rm -rf "$PGDATA"
elif [ -d "$PGDATA" ]; then
  mv "$PGDATA" "$PGDATA.before-$(date -u +%Y%m%dT%H%M%SZ)"
fi
install -d -o postgres -g postgres -m 700 "$PGDATA"
tar -xzf "/archive/base/$base/base.tar.gz" -C "$PGDATA"
tar -xzf "/archive/base/$base/pg_wal.tar.gz" -C "$PGDATA/pg_wal"
# a backup that was made after a restore has the settings of that restore in it
sed -i '/^restore_command\|^recovery_target/d' "$PGDATA/postgresql.auto.conf"
{
  # files of earlier versions are not compressed. One that is there and cannot be read must end the recovery, as codes above 125 do: any other
  # says that there is no such file, and the shop would go on without all that came after it
  echo "restore_command = 'if test -e /archive/wal/%f.gz; then gzip -dc /archive/wal/%f.gz > %p || exit 255; elif test -e /archive/wal/%f; then cp /archive/wal/%f %p || exit 255; else exit 1; fi'"
  echo "recovery_target_action = 'promote'"
  echo "recovery_target_timeline = '${timeline:-latest}'"
  if [ -n "$until" ]; then echo "recovery_target_time = '$until'"; fi
} >> "$PGDATA/postgresql.auto.conf"
touch "$PGDATA/recovery.signal"
chown -R postgres:postgres "$PGDATA"
cat << END
The backup $base is in place. Postgres reads the changes when it starts. Go on when it has read them all:
docker compose up --detach --wait --no-deps postgres
until [ "\$(docker compose exec -T postgres psql -qAt -U postgres -c 'SELECT pg_is_in_recovery()')" = f ]; do sleep 1; done
END

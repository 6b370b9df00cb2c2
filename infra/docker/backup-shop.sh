#!/bin/sh
# Backs up a shop by compose: its databases (shop-backup), then its objects, into a folder of this machine, which should be another disk.
# Prints the names of the secrets that must be kept elsewhere. With --objects it copies only the objects that are new, and prints nothing.
# docs/runbooks/restore.md
# infra/docker/backup-shop.sh [--objects] /mnt/backup/objects
set -eu
# identity documents and files of tracks are among the objects: no other user of this machine may read a copy
umask 077
alone=
if [ "${1:-}" = --objects ]; then
  alone=yes
  shift
fi
objects=${1:?'the folder for the objects is missing'}
cd "$(dirname "$0")/../.."
mkdir -p "$objects"
objects=$(cd "$objects" && pwd)

container() {
  found=$(docker compose ps --all --quiet "$1")
  if [ -z "$found" ]; then
    echo "There is no container of $1 here: is this the shop's folder?" >&2
    exit 1
  fi
  echo "$found"
}
postgres=$(container postgres)
minio=$(container minio)
# its image is here, and has sh, find, cp and ls
image=$(docker inspect --format '{{.Image}}' "$postgres")

# The folder is closed also when an earlier version, or somebody else, has made it; what is copied has no rights for others, whatever MinIO's
# own files have. Objects never change once they are there, so what is new is enough. A copy that a full disk cut off is newer than its source, so cp alone
# would leave it: what has another size goes first. What MinIO writes in .minio.sys/tmp comes and goes meanwhile.
copy='umask 077; chmod 700 /to; for side in /data /to; do cd "$side" && find . -path ./.minio.sys/tmp -prune -o -type f -exec stat -c "%s %n" {} +; done | sort | uniq -u |
  while read -r _ file; do [ ! -f "/data/$file" ] || rm -f "/to/$file"; done
cd /data && find . -mindepth 1 -maxdepth 1 ! -name .minio.sys -exec cp -au --no-preserve=mode -t /to {} + &&
  if [ -d .minio.sys ]; then cd .minio.sys && mkdir -p /to/.minio.sys && find . -mindepth 1 -maxdepth 1 ! -name tmp -exec cp -au --no-preserve=mode -t /to/.minio.sys {} +; fi'
copy_objects() {
  docker run --rm --network none --volumes-from "$minio:ro" --volume "$objects:/to" --entrypoint sh "$image" -c "$copy"
}
if [ "$alone" ]; then
  # one at a time: a copy that takes longer than the pause between two is not begun again
  if command -v flock >/dev/null; then
    exec 9<"$objects"
    flock -n 9 || exit 0
  fi
  copy_objects
  exit
fi

# a container keeps the script with which it was made, and an older one would note the backup before the objects are there
knows=$(docker compose exec -T -u postgres postgres cat /usr/local/bin/shop-backup)
case $knows in
  *--without-note*) ;;
  *)
    echo 'The containers of Postgres and MinIO are of an earlier version (docs/runbooks/upgrade.md), so make them anew, in some seconds:' >&2
    echo 'docker compose up --detach --wait --no-deps --force-recreate postgres minio' >&2
    exit 1
    ;;
esac

docker compose exec -T -u postgres postgres shop-backup --without-note

copy_objects
size=$(docker run --rm --network none --volume "$objects:/to:ro" --entrypoint du "$image" -sh /to)
echo "objects: $(echo "$size" | cut -f 1) in $objects"
# both are there
docker compose exec -T -u postgres postgres shop-backup --note

# the volume from which Postgres has its own
secrets=$(docker inspect --format '{{range .Mounts}}{{if eq .Destination "/run/shop"}}{{.Name}}{{end}}{{end}}' "$postgres")
echo 'Not copied, so that who has the backup cannot read what is encrypted in it; keep these elsewhere, once and after each change of a key:'
names=$(docker run --rm --network none --volume "$secrets:/run/shop:ro" --entrypoint ls "$image" -p /run/shop) ||
  echo 'Their names cannot be read; docs/runbooks/restore.md has them. The backup itself is there.' >&2
echo "$names" | grep -v -e / -e '^done$' | sed 's/^/  /'

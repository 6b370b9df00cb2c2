#!/bin/sh
# Backs up a shop by compose: its databases (shop-backup), then its objects, into a folder of this machine, which should be another disk.
# Prints the names of the secrets that must be kept elsewhere. docs/runbooks/restore.md
# infra/docker/backup-shop.sh /mnt/backup/objects
set -eu
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
secrets=$(container secrets)
# its image is here, and has cp and ls
image=$(docker inspect --format '{{.Image}}' "$postgres")

docker compose exec -T -u postgres postgres shop-backup

# objects never change once they are there, so what is new is enough
docker run --rm --network none --volumes-from "$minio:ro" --volume "$objects:/to" --entrypoint cp "$image" -au /data/. /to/
echo "objects: $(du -sh "$objects" | cut -f 1) in $objects"

echo 'Not copied, so that who has the backup cannot read what is encrypted in it; keep these elsewhere, once and after each change of a key:'
docker run --rm --network none --volumes-from "$secrets:ro" --entrypoint ls "$image" -p /run/shop | grep -v -e / -e '^done$' | sed 's/^/  /'

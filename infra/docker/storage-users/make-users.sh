#!/bin/sh
# Gives each service that keeps objects a MinIO user of its own, with a policy for its keys alone. Safe to repeat.
set -eu
secret() { cat "/run/shop/$1"; }

mc alias set shop http://minio:9000 "$(secret s3-access-key)" "$(secret s3-secret-key)" >/dev/null
mc mb --ignore-existing shop/shop
for name in catalog orders sellers notifications; do
  mc admin policy create shop "shop-$name" "/users/$name.json"
  mc admin user add shop "$(secret "s3-access-key-$name")" "$(secret "s3-secret-key-$name")" >/dev/null
  if ! mc admin policy attach shop "shop-$name" --user "$(secret "s3-access-key-$name")" >/tmp/said 2>&1; then
    # a second run finds it attached
    grep -qi 'already in effect' /tmp/said || { cat /tmp/said >&2; exit 1; }
  fi
  echo "$name has its own user"
done

#!/bin/sh
# Writes a base image for Dockerfile to stdout, for machines that reach no image registry: Debian comes from debootstrap, Node and
# npm from the npm registry. Run it as root in the repository:
#   deploy/base-image.sh | podman import - localhost/hanpyeon-base
#   podman build --build-arg BASE=localhost/hanpyeon-base --tag hanpyeon .
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
{
  debootstrap --variant=minbase --include=ca-certificates forky "$folder" http://deb.debian.org/debian \
    /usr/share/debootstrap/scripts/sid
  npm ci --prefix bin/packages/node
  install bin/packages/node/node_modules/node-linux-*/bin/node "$folder/usr/local/bin/node"
  npm install --global --prefix "$folder/usr/local" npm@11
  chroot "$folder" useradd --create-home --uid 1000 node
  # npm in the image trusts the same certificate authorities as this machine.
  [ -z "${NODE_EXTRA_CA_CERTS-}" ] || cp "$NODE_EXTRA_CA_CERTS" "$folder/etc/ssl/certs/ca-certificates.crt"
  rm -rf "$folder"/var/cache/apt/* "$folder"/var/lib/apt/lists/*
} >&2
tar --directory "$folder" --create .

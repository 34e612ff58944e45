import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianFolder, prepareDebian } from '../going-live/debian-container.ts'
import { run } from './compose.ts'

const root = join(import.meta.dirname, '../../..')
const base = 'localhost/hanpyeon-base'
const programs = 'localhost/hanpyeon-programs'

function runOrThrow(command: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = run(command, args)
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${error ?? stdout + stderr}`)
  return stdout
}
const hasImage = (image: string) => run('podman', ['image', 'exists', image]).status === 0
const importImage = (archive: string, image: string, changes: readonly string[] = []) =>
  runOrThrow('sh', [
    '-c',
    `set -e; ${archive} | podman import ${changes.map((change) => `--change '${change}'`).join(' ')} - ${image}`,
  ])

/** Makes the base of the image without a registry of images; once, and kept. */
function prepareBase(): string {
  if (!hasImage(base)) {
    // npm trusts the certificate authorities of this machine during the build.
    const authorities = 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt'
    importImage('deploy/base-image.sh', base, [authorities])
  }
  return base
}

/** @returns the name, the build time in seconds and the size in MB of the image of Dockerfile. */
export function buildImage(): { image: string; seconds: number; megabytes: number } {
  const image = 'localhost/hanpyeon-test'
  const startedAt = performance.now()
  runOrThrow('podman', [
    ...['build', '--network', 'host', '--build-arg', `BASE=${prepareBase()}`],
    ...['--tag', image, root],
  ])
  const seconds = (performance.now() - startedAt) / 1000
  const size = runOrThrow('podman', ['image', 'inspect', '--format', '{{.Size}}', image])
  return { image, seconds, megabytes: Number(size) / 1e6 }
}

/** Does what the image of PostgreSQL does: makes the cluster at the first start, then runs the scripts of its folder. */
const postgres = `set -eu
d=/var/lib/postgresql/data
export PATH=/usr/lib/postgresql/18/bin:$PATH
install --directory --owner postgres /run/postgresql
if [ ! -e $d ]; then
  install --directory --owner postgres $d
  as() { setpriv --reuid postgres --regid postgres --init-groups "$@"; }
  as initdb --username "$POSTGRES_USER" --auth-local trust --auth-host scram-sha-256 $POSTGRES_INITDB_ARGS $d
  echo 'host all all all scram-sha-256' >> $d/pg_hba.conf
  as pg_ctl --pgdata $d --options '-c listen_addresses=' --wait start
  as psql --username "$POSTGRES_USER" --dbname postgres --command "alter role $POSTGRES_USER password '$POSTGRES_PASSWORD'" \\
    --command "create database $POSTGRES_DB"
  for script in /docker-entrypoint-initdb.d/*; do as sh "$script"; done
  as pg_ctl --pgdata $d --wait stop
fi
exec setpriv --reuid postgres --regid postgres --init-groups "$@" -D $d -c listen_addresses='*'`

/**
 * An image of Debian's packages in place of those of PostgreSQL, nginx, Prometheus and Alertmanager.
 * @returns the image, and what their entrypoints do.
 */
export function prepareStandIns() {
  if (!hasImage(programs)) {
    prepareDebian()
    importImage(`tar --directory '${debianFolder}' --exclude ./var/cache/apt --create .`, programs)
  }
  const of = (...command: string[]) => ({ image: programs, command })
  return {
    'postgres:18': of('bash', '-c', postgres, 'entrypoint'),
    'nginx:1.28': of('nginx', '-g', 'daemon off;'),
    'prom/prometheus:v3.5.0': of(
      'prometheus',
      '--config.file=/etc/prometheus/prometheus.yml',
      '--storage.tsdb.path=/prometheus',
    ),
    'prom/alertmanager:v0.28.1': of(
      'prometheus-alertmanager',
      '--config.file=/etc/alertmanager/alertmanager.yml',
      '--storage.path=/tmp',
      '--cluster.listen-address=',
    ),
  }
}

/** Writes settings of podman for machines with both versions of control groups, which crun rejects, and a low limit of files. */
export function writePodmanSettings(file: string): void {
  writeFileSync(
    file,
    `[containers]
default_ulimits = ["nofile=16384:16384", "nproc=16384:16384"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`,
  )
}

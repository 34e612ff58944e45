import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program or file of each Debian package that tests need. */
const files = {
  debootstrap: 'debootstrap',
  'etcd-server': 'etcd',
  haproxy: 'haproxy',
  'libnginx-mod-http-js': '/etc/nginx/modules-enabled/50-mod-http-js.conf',
  nginx: 'nginx',
  patroni: 'patroni',
  pgbouncer: 'pgbouncer',
  podman: 'podman',
  'postgresql-15': '/usr/lib/postgresql/15/bin/initdb',
  prometheus: 'prometheus',
  'prometheus-alertmanager': 'prometheus-alertmanager',
  'python3-yaml': '/usr/lib/python3/dist-packages/yaml/__init__.py',
  runc: 'runc',
  'systemd-container': 'systemd-nspawn',
  varnish: 'varnishd',
} as const

/** Debian keeps the programs of root in folders that are not in the PATH of others. */
const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/sbin']

const isInstalled = (file: string) =>
  file.startsWith('/') ? existsSync(file) : folders.some((folder) => existsSync(join(folder, file)))

type Needs = { packages?: readonly (keyof typeof files)[]; root?: boolean }

/**
 * Says in one line what a test needs and this machine lacks.
 * @param needs Debian packages, and whether the test runs as root only.
 * @returns undefined if nothing is missing.
 */
export function reasonToSkip({ packages = [], root = false }: Needs): string | undefined {
  const missing = packages.filter((name) => !isInstalled(files[name]))
  const reasons = [
    ...(root && process.getuid?.() !== 0 ? ['run it as root'] : []),
    ...(missing.length > 0 ? [`apt-get install ${missing.join(' ')}`] : []),
  ]
  return reasons.length > 0 ? `not tested here: ${reasons.join(', ')}` : undefined
}

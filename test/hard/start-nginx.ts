import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { openTestAppForTest } from '#test/app/test-app.ts'
import { freePort } from '#test/processes/free-port.ts'
import { reasonToSkip } from './reason-to-skip.ts'

/** Ports of nginx with TLS; `http` redirects to `https`. */
type TlsPorts = { https: number; http: number }

export const noNginx = reasonToSkip({ packages: ['nginx'] })

/**
 * Starts nginx with `deploy/nginx.conf` in front of two servers, with its own port and folders, until the test ends. With `tls`
 * the commented lines for a certificate are uncommented, as docs/operations.md says.
 */
export async function startNginx(servers: [string, string], tls?: TlsPorts) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-nginx-'))
  // If started as root, nginx workers run as another user.
  await chmod(folder, 0o755)
  const port = tls?.https ?? (await freePort())
  const template = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const config = (tls ? enableTls(template, tls, folder) : template)
    .replaceAll('server-1:3000', new URL(servers[0]).host)
    .replaceAll('server-2:3000', new URL(servers[1]).host)
    .replace('listen 8080; #plain', `listen 127.0.0.1:${port};`)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replaceAll('/var/cache/hanpyeon', folder)
    .replaceAll('/var/log/nginx', folder)
    .replace('worker_processes auto', `daemon off;\nworker_processes 1`)
    .replace('worker_rlimit_nofile 65536;', '')
    .replace('worker_connections 16384', 'worker_connections 512')
  await writeFile(join(folder, 'nginx.conf'), config)
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null) await once(nginx, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const plain = `http://127.0.0.1:${tls?.http ?? port}`
  await vi.waitUntil(
    () => fetch(`${plain}/healthz`, { redirect: 'manual' }).then(Boolean, () => false),
    { timeout: 30_000 },
  )
  return {
    origin: tls ? `https://127.0.0.1:${port}` : plain,
    plain,
    /** The certificate that clients have to trust. */
    ca: tls ? await readFile(join(folder, 'fullchain.pem')) : Buffer.alloc(0),
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
    /** Reads what nginx has stored, with the headers. */
    readCache: async () => {
      const names = await readdir(folder, { recursive: true, withFileTypes: true })
      const files = names.filter(({ name }) => /^[0-9a-f]{32}$/.test(name))
      return Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))
    },
    countCachedFilms: async () =>
      (await readdir(join(folder, 'films'), { recursive: true })).length,
  }
}

/** Uncomments the lines for TLS and creates a self-signed certificate in `folder`. */
function enableTls(template: string, ports: TlsPorts, folder: string): string {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const subject = ['-days', '2', '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1']
  const keyType = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  expect(spawnSync('openssl', ['req', '-x509', ...keyType, ...subject, ...files]).status).toBe(0)
  const config = template
    .replaceAll(/^.*#plain\n/gm, '')
    .replaceAll('#tls ', '')
    .replaceAll(/^ *listen \[::\].*\n/gm, '')
    .replaceAll('/etc/nginx/tls', folder)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
    .replace('hanpyeon.example', '127.0.0.1')
  const [, major = 0, minor = 0, patch = 0] = (
    /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? []
  ).map(Number)
  const isOld = major * 1e6 + minor * 1e3 + patch < 1_025_001
  return isOld
    ? config.replace(/listen 443 ssl;\s*http2 on;/, `listen 127.0.0.1:${ports.https} ssl http2;`)
    : config.replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
}

/** Opens an app whose `SITE_URL` is that of an nginx with TLS on `ports`, which is started afterwards. */
export async function openAppBehindTls() {
  const ports = { https: await freePort(), http: await freePort() }
  const site_url = `https://127.0.0.1:${ports.https}`
  const env = { SITE_URL: site_url, TRUST_PROXY: '1' }
  return { ports, site_url, env, app: await openTestAppForTest({ env }) }
}

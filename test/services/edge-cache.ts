import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

type EdgeLogLine = { film: string; status: number; bytes: number; cache: string }

export type EdgeCache = Awaited<ReturnType<typeof openEdgeCache>>

/**
 * Starts a cache of films with the files of `deploy/edge/`.
 * @param keys the content of its file of keys.
 */
export async function openEdgeCache(server: string, options: { keys: string; port: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-edge-'))
  // If started as root, nginx workers run as another user.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'purged'))
  await chmod(join(folder, 'purged'), 0o777)
  const template = (name: string) =>
    readFile(join(import.meta.dirname, '../../deploy/edge', name), 'utf8')
  const relocate = (text: string) =>
    text.replaceAll('/etc/nginx/media', `${folder}/media`).replaceAll('/var/cache/hanpyeon', folder)
  const config = relocate(await template('nginx.conf'))
    .replace('server-1:3000', new URL(server).host)
    .replace(/^.*server-2:3000.*$/m, '')
    .replace('listen 8081; #plain', `listen 127.0.0.1:${options.port};`)
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replace('worker_processes auto', 'daemon off;\nworker_processes 1')
    .replace('worker_rlimit_nofile 65536;', '')
    .replace('worker_connections 16384', 'worker_connections 512')
  await writeFile(join(folder, 'nginx.conf'), config)
  await writeFile(join(folder, 'media.js'), relocate(await template('media.js')))
  await writeFile(join(folder, 'media-edge.keys'), options.keys)
  const origin = `http://127.0.0.1:${options.port}`
  const start = async () => {
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
    for (let attempt = 0; attempt < 600; attempt++) {
      if (await fetch(origin).then(Boolean, () => false)) return nginx
      await pause(50)
    }
    throw new Error('the cache did not start')
  }
  let nginx = await start()
  const stop = async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null && nginx.signalCode === null) await once(nginx, 'exit')
  }
  return {
    origin,
    get: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init),
    stop,
    async restart() {
      await stop()
      nginx = await start()
    },
    async close() {
      await stop()
      await rm(folder, { recursive: true, force: true })
    },
    /** The requests that it has answered. */
    readLog: async () =>
      (await readFile(join(folder, 'access.log'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as EdgeLogLine),
  }
}

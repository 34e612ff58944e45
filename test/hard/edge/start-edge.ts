import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as sendRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { isNginxMissing } from '../start-nginx.ts'

const modulesFolder = '/etc/nginx/modules-enabled'

/** Whether the machine has no nginx with njs; the tests are skipped then. */
export const isEdgeMissing = () =>
  isNginxMissing() ||
  !existsSync(modulesFolder) ||
  !readdirSync(modulesFolder).some((name) => name.includes('http-js'))

export const missingEdge = 'nginx with libnginx-mod-http-js is not installed'

export type Edge = Awaited<ReturnType<typeof startEdge>>

/**
 * Starts a cache of films with the files of `deploy/edge/`, until the test ends.
 * @param keys the content of its file of keys.
 */
export async function startEdge(server: string, options: { keys: string; port: number }) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-edge-'))
  // If started as root, nginx workers run as another user.
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'purged'))
  await chmod(join(folder, 'purged'), 0o777)
  const template = (name: string) =>
    readFile(join(import.meta.dirname, '../../../deploy/edge', name), 'utf8')
  const relocate = (text: string) =>
    text.replaceAll('/etc/nginx/media', `${folder}/media`).replaceAll('/var/cache/hanpyeon', folder)
  const config = relocate(await template('nginx.conf'))
    .replace('server-1:3000', new URL(server).host)
    .replace(/^.*server-2:3000.*$/m, '')
    .replace('listen 8081; #plain', `listen 127.0.0.1:${options.port};`)
    .replaceAll('/var/log/nginx', folder)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replace('worker_processes auto', 'daemon off;\nworker_processes 2')
    .replace('worker_rlimit_nofile 65536;', '')
    .replace('worker_connections 16384', 'worker_connections 512')
  await writeFile(join(folder, 'nginx.conf'), config)
  await writeFile(join(folder, 'media.js'), relocate(await template('media.js')))
  await writeFile(join(folder, 'media-edge.keys'), options.keys)
  const origin = `http://127.0.0.1:${options.port}`
  const start = async () => {
    const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
    await vi.waitUntil(() => fetch(origin).then(Boolean, () => false), { timeout: 30_000 })
    return nginx
  }
  let nginx = await start()
  const stop = async (signal: NodeJS.Signals) => {
    nginx.kill(signal)
    if (nginx.exitCode === null) await once(nginx, 'exit')
  }
  onTestFinished(async () => {
    await stop('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  })
  return {
    origin,
    get: (path: string, init?: RequestInit) => fetch(new URL(path, origin), init),
    stop: () => stop('SIGTERM'),
    async restart() {
      await stop('SIGTERM')
      nginx = await start()
    },
    /** The requests that it has answered. */
    readLog: async () =>
      (await readFile(join(folder, 'access.log'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { film: string; status: number; cache: string }),
    countCached: async () =>
      (await readdir(join(folder, 'films'), { recursive: true, withFileTypes: true })).filter(
        (entry) => entry.isFile(),
      ).length,
  }
}

type RecordedRequest = { method: string; path: string; headers: Record<string, unknown> }

/** Starts a server that passes requests on to `target` and records them, until the test ends. */
export async function startRecorder(target: string) {
  const requests: RecordedRequest[] = []
  const recorder = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, headers })
    request.pipe(
      sendRequest(new URL(url, target), { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
        answer.pipe(response)
      }).on('error', () => response.destroy()),
    )
  })
  recorder.listen(0, '127.0.0.1')
  await once(recorder, 'listening')
  onTestFinished(() => {
    recorder.closeAllConnections()
    recorder.close()
  })
  const { port } = recorder.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    /** Returns what has arrived since the last call. */
    takeRequests: () => requests.splice(0),
  }
}

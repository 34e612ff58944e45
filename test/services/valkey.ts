import { freePort } from '#test/processes/free-port.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

const program = ['valkey-server', 'redis-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
)

/** Whether Debian's valkey-server or redis-server is installed. */
export const hasValkey = program !== undefined

/** Starts Valkey or Redis without files. */
export async function openValkeyServer(...options: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-valkey-'))
  const port = await freePort()
  const start = async () => {
    const args = ['--port', String(port), '--save', '', '--dir', folder, ...options]
    const started = spawn(program!, args, { stdio: 'ignore' })
    const isListening = () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () =>
          resolve(false),
        )
        socket.on('connect', () => socket.destroy())
      })
    await vi.waitUntil(isListening, { timeout: 10_000 })
    return started
  }
  let child = await start()
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  return {
    port,
    url: `valkey://127.0.0.1:${port}`,
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    kill,
    async start() {
      child = await start()
    },
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Joins servers with `--cluster-enabled yes` to a cluster. */
export async function joinCluster(ports: readonly number[]) {
  const nodes = ports.map((port) => `127.0.0.1:${port}`)
  const client = program === 'valkey-server' ? 'valkey-cli' : 'redis-cli'
  spawnSync(client, ['--cluster', 'create', ...nodes, '--cluster-yes'])
  const isReady = () =>
    ports.every((port) =>
      spawnSync(client, ['-p', String(port), 'cluster', 'info']).stdout.includes(
        'cluster_state:ok',
      ),
    )
  await vi.waitUntil(isReady, { timeout: 30_000, interval: 200 })
}

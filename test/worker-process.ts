import type { World } from './world.ts'
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export type WorkerProcess = {
  pid: number
  /** Sends the signal and waits for the end; answers the exit code, null after a kill. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
  /** What it logged so far, a line an object. */
  lines(): Record<string, unknown>[]
}

/** The working entry itself, in a process of its own, on the database and folders of a world. */
export async function startWorker(
  world: World,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const { config } = world
  const child: ChildProcess = fork(join(import.meta.dirname, '../server/worker.ts'), [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: config.data_dir,
      MEDIA_DIR: config.media_dir,
      DATABASE_URL: world.url,
      DATABASE_OWNER_URL: world.owner_url,
      LOG_LEVEL: 'info',
      ...env,
    },
  })
  let said = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text))
  const exit = once(child, 'exit') as Promise<[number | null]>
  await Promise.race([
    once(child, 'message'),
    exit.then(([code]) => Promise.reject(new Error(`The worker ended with ${code}`))),
  ])
  return {
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal)
      return (await exit)[0]
    },
    lines: () =>
      said
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>),
  }
}

/** Processes with `text` among their arguments, by the system's own list. Linux alone. */
export function processesWith(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(text)
      } catch {
        return false
      }
    })
    .map(Number)
}

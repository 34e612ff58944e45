import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, vi } from 'vitest'
import { freePort } from './free-port.ts'
import { processesWith } from './worker-process.ts'

export { freePort }

const root = join(import.meta.dirname, '../..')

/** Settings of every start: no demonstration data, errors only in the log. */
const defaults = { SEED: 'none', LOG_LEVEL: 'error', PATH: process.env['PATH'] }

const cleanups: (() => Promise<void>)[] = []
// Tests run concurrently, so cleanup is registered per file and not per test.
afterAll(() => Promise.all(cleanups.map((end) => end())).then(() => {}))

/** Runs a cleanup after the tests of this file. */
export function afterFile(end: () => Promise<void>) {
  cleanups.unshift(end)
}

export type RunningStack = {
  pid: number
  port: number
  /** The output so far, of stdout and stderr. */
  said(): string
  signal(name: NodeJS.Signals): void
  exit: Promise<number | null>
  ready(): Promise<void>
}

/**
 * Starts the whole application on `DATA_DIR`, as `npm start` does once the pages are built. It ends after the tests
 * of the file.
 */
export async function startStack(
  env: { DATA_DIR: string } & Record<string, string>,
  account: { uid?: number; gid?: number } = {},
): Promise<RunningStack> {
  const port = Number(env['PORT'] ?? (await freePort()))
  const child = spawn(process.execPath, [join(root, 'test/processes/npm-start-unbuilt.ts')], {
    env: { ...defaults, PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...account,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  const exit = new Promise<number | null>((resolve) =>
    child.once('close', (code, signal) => {
      if (signal) output += `(${signal})`
      resolve(code)
    }),
  )
  afterFile(() => endAll(env.DATA_DIR, child.pid ?? 0))
  return {
    pid: child.pid ?? 0,
    port,
    said: () => output,
    signal: (name) => void child.kill(name),
    exit,
    async ready() {
      await vi.waitUntil(
        () => {
          if (child.exitCode !== null)
            throw new Error(`the process exited with ${child.exitCode}: ${output}`)
          return output.includes('Ready in')
        },
        { timeout: 120_000, interval: 30 },
      )
    },
  }
}

/** Returns the status of `/readyz`, or 0 without a response. */
export async function readiness(port: number): Promise<number> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    (response) => response.status,
    () => 0,
  )
}

/** Child processes whose command line contains `text`. Linux only. */
export function childrenOf(pid: number, text: string): number[] {
  return processesWith(text).filter((child) => {
    try {
      const stat = readFileSync(`/proc/${child}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid
    } catch {
      return false
    }
  })
}

/** The process id of the postmaster in a data folder. */
export function postmasterOf(dataDir: string): number | undefined {
  const file = join(dataDir, 'postgres/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

async function endAll(dataDir: string, pid: number) {
  const children = [...childrenOf(pid, 'server/'), ...childrenOf(pid, 'simulators/')]
  for (const each of [pid, ...children, postmasterOf(dataDir)]) {
    try {
      if (each) process.kill(each, 'SIGKILL')
    } catch {
      // Already ended.
    }
  }
  await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }).catch(
    () => {},
  )
}

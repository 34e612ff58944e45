import { readdirSync, readFileSync } from 'node:fs'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import type { TestApp } from '#test/app/test-app.ts'

export type WorkerProcess = NodeProcess

/** The working entry itself, in a process of its own, on the database and folders of a world. */
export const startWorker = (
  world: TestApp,
  env: Record<string, string> = {},
  root?: string,
): Promise<WorkerProcess> =>
  startNodeProcess('worker.ts', world, { LOG_LEVEL: 'info', ...env }, root)

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

import { readdirSync, readFileSync } from 'node:fs'
import { type NodeProcess, startNodeProcess } from './node-process.ts'
import type { TestApp } from '#test/app/test-app.ts'

export type WorkerProcess = NodeProcess

/** Starts the worker entry in a separate process, with the database and folders of a test app. */
export const startWorker = (
  app: TestApp,
  env: Record<string, string> = {},
  root?: string,
): Promise<WorkerProcess> => startNodeProcess('worker.ts', app, { LOG_LEVEL: 'info', ...env }, root)

/** Processes with `text` in their arguments, from /proc. Linux only. */
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

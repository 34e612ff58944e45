import { readdirSync, readFileSync } from 'node:fs'
import { type EntryProcess, startEntry } from './entry-process.ts'
import type { World } from './world.ts'

export type WorkerProcess = EntryProcess

/** The working entry itself, in a process of its own, on the database and folders of a world. */
export const startWorker = (
  world: World,
  env: Record<string, string> = {},
  root?: string,
): Promise<WorkerProcess> => startEntry('worker.ts', world, { LOG_LEVEL: 'info', ...env }, root)

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

import { readFileSync } from 'node:fs'

/** Samples of one run. */
export const sampleCount = 120
/** How far the memory of the last quarter may be above that of the middle. */
const growthAllowed = 0.05

/** Resident memory of a process in MB (proc(5), VmRSS). */
export function readMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1_024
}

/** The median of the samples between two shares of a run, from 0 to 1. */
export function medianOf(samples: readonly number[], from: number, to: number): number {
  const part = samples.slice(Math.floor(samples.length * from), Math.ceil(samples.length * to))
  return part.toSorted((a, b) => a - b)[Math.floor(part.length / 2)] ?? Number.NaN
}

/** Whether memory no longer grows: the middle of a run, after the warm-up, is compared with its last quarter. */
export const isFlat = (samples: readonly number[]): boolean =>
  medianOf(samples, 6 / 8, 1) <= medianOf(samples, 3 / 8, 5 / 8) * (1 + growthAllowed)

import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'

const intervalMs = 1_000
/** The process is idle after so many intervals in which its event loop was active for less than `idleShare`. */
const idleIntervals = 2
const idleShare = 0.1
/** Time in ms from a garbage collection until V8 considers another one that returns memory; its default is 8,000. */
const reducerDelayMs = 2_000

/**
 * Lets V8 return unused memory of all threads while the process is idle. V8's memory reducer does this in browsers; in Node
 * it never runs, because the allocation rate it waits for is only measured when garbage is collected. V8's memory saver mode
 * makes it run. The mode would take half as much CPU again under load, so it is on only while the process is idle. See
 * decisions/0056-deployment.
 */
export function reduceIdleMemory(): void {
  setFlagsFromString(`--gc-memory-reducer-start-delay-ms=${reducerDelayMs}`)
  let last = performance.eventLoopUtilization()
  let idleCount = 0
  setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    const wasIdle = idleCount >= idleIntervals
    idleCount = utilization < idleShare ? idleCount + 1 : 0
    const isIdle = idleCount >= idleIntervals
    if (isIdle !== wasIdle)
      setFlagsFromString(isIdle ? '--memory-saver-mode' : '--no-memory-saver-mode')
  }, intervalMs).unref()
}

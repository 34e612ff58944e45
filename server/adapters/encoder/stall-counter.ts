import { readdirSync, readFileSync } from 'node:fs'

/** The resources that a process has used so far. */
export type ProcessUsage = {
  /** CPU time of all its threads in seconds. */
  cpu_seconds: number
  /** Whether it is stopped, or has a thread that waits for the CPU. */
  isHeldUp: boolean
}

/** Seconds of one clock tick in `/proc/PID/stat`: USER_HZ is 100 on every Linux that Node supports. */
const tickSeconds = 0.01

/** The fields of `stat` (proc(5)) from the third on, the state. */
const readStat = (path: string) => {
  const stat = readFileSync(path, 'latin1')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Reads the usage of a process; undefined if it has ended or the system does not provide it. */
export function readUsage(pid: number): ProcessUsage | undefined {
  try {
    const fields = readStat(`/proc/${pid}/stat`)
    const tasks = readdirSync(`/proc/${pid}/task`)
    const states = tasks.map((task) => readStat(`/proc/${pid}/task/${task}/stat`)[0] ?? '')
    return {
      cpu_seconds: (Number(fields[11]) + Number(fields[12])) * tickSeconds,
      isHeldUp: states.some((state) => 'RTt'.includes(state)),
    }
  } catch {
    return undefined
  }
}

/**
 * Counts the time that a process has had without making progress. It is told every second, so that time in which the machine was
 * suspended is not counted; a process that a busy machine holds up has only the CPU time that it got.
 * @param limit_s seconds without progress after which the process is stalled.
 * @param cores with all of them, a second of CPU time on each is one second.
 */
export function createStallCounter(
  limit_s: number,
  cores: number,
  usageOf: () => ProcessUsage | undefined,
) {
  let spent_s = 0
  let cpu_seconds = 0
  return {
    onProgress: () => void (spent_s = 0),
    /** Counts the second that has passed. @returns whether the process is stalled. */
    countSecond(): boolean {
      const usage = usageOf()
      const used = usage ? usage.cpu_seconds - cpu_seconds : 0
      cpu_seconds = usage?.cpu_seconds ?? cpu_seconds
      if (used > 0) spent_s += Math.min(1, used / cores)
      else if (!usage?.isHeldUp) spent_s += 1
      return spent_s >= limit_s
    },
  }
}

import { hasProgram, pinnedCommand } from './processes.ts'
import { median } from '../report.ts'
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

const run = promisify(execFile)
const wrk = hasProgram('wrk')

export type LoadTarget = {
  /** URLs requested round-robin, all on one server. */
  urls: readonly string[]
  headers?: Readonly<Record<string, string>>
}
/** Responses and bytes per second. */
export type LoadResult = { answers: number; bytes: number }

export const connections = 32

/** Measures throughput over 32 keep-alive connections for `seconds`, with wrk if available, otherwise the own client. */
export async function load(target: LoadTarget, seconds: number): Promise<LoadResult> {
  return wrk ? loadByWrk(target, seconds) : loadByWorker(target, seconds)
}

async function loadByWrk({ urls, headers = {} }: LoadTarget, seconds: number): Promise<LoadResult> {
  const script = join(tmpdir(), `hanpyeon-wrk-${process.pid}.lua`)
  const paths = urls.map((url) => `"${new URL(url).pathname}${new URL(url).search}"`).join(',')
  await writeFile(
    script,
    `local paths = {${paths}}
local at = 0
request = function()
  at = at % #paths + 1
  return wrk.format("GET", paths[at])
end
done = function(summary)
  local e = summary.errors
  io.write(string.format("FIGURES %f %f %f %d\\n", summary.duration / 1e6, summary.requests, summary.bytes,
    e.connect + e.read + e.write + e.status + e.timeout))
end`,
  )
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script]
  for (const [name, value] of Object.entries(headers)) args.push('-H', `${name}: ${value}`)
  const [program, all] = pinnedCommand('client', 'wrk', [...args, urls[0]!])
  const { stdout } = await run(program, all)
  const [time, answers, bytes, errors] = stdout
    .match(/FIGURES (.*)/)![1]!
    .split(' ')
    .map(Number)
  if (errors) throw new Error(`${errors} of ${answers} answers of ${urls[0]} failed`)
  return { answers: answers! / time!, bytes: bytes! / time! }
}

async function loadByWorker(target: LoadTarget, seconds: number): Promise<LoadResult> {
  const worker = new Worker(join(import.meta.dirname, '../clients/load-client.ts'), {
    workerData: { ...target, connections, seconds },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

export type Comparison = {
  medians: LoadResult[]
  /** Ratio of each contestant to the last, per round. */ ratios: LoadResult[]
}

/**
 * Measures the contestants alternately for `seconds` each, so that machine slowdowns affect all. The last contestant is the
 * baseline; the result is the median of the ratios within each round.
 */
export async function compare(
  contestants: readonly LoadTarget[],
  { rounds = 9, seconds = 1 }: { rounds?: number; seconds?: number } = {},
): Promise<Comparison> {
  const loadsByContestant: LoadResult[][] = contestants.map(() => [])
  for (const contestant of contestants) await load(contestant, 1)
  for (let round = 0; round < rounds; round++) {
    for (const [at, contestant] of contestants.entries())
      loadsByContestant[at]!.push(await load(contestant, seconds))
  }
  const middle = (loads: readonly LoadResult[]) => ({
    answers: median(loads.map(({ answers }) => answers)),
    bytes: median(loads.map(({ bytes }) => bytes)),
  })
  const base = loadsByContestant.at(-1)!
  return {
    medians: loadsByContestant.map(middle),
    ratios: loadsByContestant.map((loads) =>
      middle(
        loads.map((load, round) => ({
          answers: load.answers / base[round]!.answers,
          bytes: load.bytes / base[round]!.bytes,
        })),
      ),
    ),
  }
}

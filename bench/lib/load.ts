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
  /** Addresses asked in turn, all of one server. */
  urls: readonly string[]
  headers?: Readonly<Record<string, string>>
}
/** Answers and bytes in a second. */
export type LoadResult = { answers: number; bytes: number }

export const connections = 32

/** Asks over 32 kept connections for `seconds`: by wrk where there is one, else by a client of our own. */
export async function load(asked: LoadTarget, seconds: number): Promise<LoadResult> {
  return wrk ? loadByWrk(asked, seconds) : loadByWorker(asked, seconds)
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

async function loadByWorker(asked: LoadTarget, seconds: number): Promise<LoadResult> {
  const worker = new Worker(join(import.meta.dirname, '../clients/load-client.ts'), {
    workerData: { ...asked, connections, seconds },
  })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

export type Comparison = {
  medians: LoadResult[]
  /** Of each contestant to the last, by rounds. */ ratios: LoadResult[]
}

/**
 * Asks the contestants in turns, so that a machine slowing down slows all. The last one is the baseline; ratios are
 * of neighbours in time, and their middle is told. Each turn lasts `seconds`.
 */
export async function compare(
  contestants: readonly LoadTarget[],
  { rounds = 9, seconds = 1 }: { rounds?: number; seconds?: number } = {},
): Promise<Comparison> {
  const found: LoadResult[][] = contestants.map(() => [])
  for (const contestant of contestants) await load(contestant, 1)
  for (let round = 0; round < rounds; round++) {
    for (const [at, contestant] of contestants.entries())
      found[at]!.push(await load(contestant, seconds))
  }
  const middle = (loads: readonly LoadResult[]) => ({
    answers: median(loads.map(({ answers }) => answers)),
    bytes: median(loads.map(({ bytes }) => bytes)),
  })
  const base = found.at(-1)!
  return {
    medians: found.map(middle),
    ratios: found.map((loads) =>
      middle(
        loads.map((one, round) => ({
          answers: one.answers / base[round]!.answers,
          bytes: one.bytes / base[round]!.bytes,
        })),
      ),
    ),
  }
}

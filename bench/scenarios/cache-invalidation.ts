import type { BenchApp } from '../lib/bench-app.ts'
import { median, milliseconds, type Row } from '../report.ts'
import pg from 'pg'

const edits = 20
const limit = 10_000

/** Time from an edit until all processes show it, in a cached endpoint and a cached page. */
export async function benchCacheInvalidation(app: BenchApp): Promise<Row[]> {
  const origins = [await app.serve(), await app.serve()]
  const client = new pg.Client({ connectionString: app.url })
  await client.connect()
  const times: number[] = []
  try {
    for (let edit = 0; edit < edits; edit++) {
      const title = `edit ${edit} of ${process.pid}`
      const addresses = origins.flatMap((origin) => [
        `${origin}/api/contents/series/1/`,
        `${origin}/series/1`,
      ])
      for (const address of addresses) await (await fetch(address)).arrayBuffer()
      await client.query('update series set title = $1 where id = 1', [title])
      const startedAt = performance.now()
      await Promise.all(addresses.map((address) => until(address, title, startedAt)))
      times.push(performance.now() - startedAt)
    }
  } finally {
    await client.end()
  }
  const worst = Math.max(...times)
  return [
    {
      name: `an edit shows on two processes, worst of ${edits}`,
      ours: `${milliseconds(worst)} (median ${milliseconds(median(times))})`,
      baseline: '',
      bar: '< 1 s',
      ok: worst < 1_000,
    },
  ]
}

async function until(address: string, words: string, startedAt: number): Promise<void> {
  while (performance.now() - startedAt < limit) {
    const response = await fetch(address)
    if ((await response.text()).includes(words)) return
  }
}

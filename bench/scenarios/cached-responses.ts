import type { BenchApp } from '../lib/bench-app.ts'
import type { HttpBaselineOptions } from '../baselines/http-baseline.ts'
import { compare } from '../lib/load.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import { rateRow, type Row } from '../report.ts'
import { get } from 'node:http'
import { join } from 'node:path'

/** Reads raw response bytes and headers without decoding. */
export async function answerOf(url: string, encoding: string) {
  return new Promise<{ status: number; head: string[]; body: Buffer }>((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          head: response.rawHeaders,
          body: Buffer.concat(chunks),
        }),
      )
    }).on('error', reject)
  })
}

/** Headers that Node's server adds by itself. */
const nodeHeaders = new Set(['date', 'connection', 'keep-alive'])

export function withoutNodes(head: readonly string[]): string[] {
  return head.filter((_, at) => !nodeHeaders.has(head[at - (at % 2)]!.toLowerCase()))
}

export type BenchmarkCase = { name: string; path: string; bar: number }

/** Measures responses of `origin` alternately with a bare server that writes the same bytes and headers. */
export async function against(
  origin: string,
  cases: readonly BenchmarkCase[],
  turns: { rounds?: number; seconds?: number } = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (const { name, path, bar } of cases) {
    for (const encoding of ['identity', 'br']) {
      const { status, head, body } = await answerOf(origin + path, encoding)
      if (status !== 200) throw new Error(`${path} answers ${status}`)
      const bare: HttpBaselineOptions = {
        kind: 'answer',
        head: withoutNodes(head),
        body: body.toString('base64'),
      }
      const { child, reply } = await startNode(
        join(import.meta.dirname, '../baselines/http-baseline.ts'),
        {
          initialMessage: bare,
          as: 'server',
        },
      )
      try {
        const headers = { 'accept-encoding': encoding }
        const { medians, ratios } = await compare(
          [
            { urls: [origin + path], headers },
            { urls: [`http://127.0.0.1:${reply as number}/`], headers },
          ],
          turns,
        )
        const ratio = ratios[0]!.answers
        rows.push(
          rateRow({
            name: `${name}, ${encoding} (${(body.length / 1024).toFixed(1)} KB)`,
            ours: medians[0]!.answers,
            baseline: medians[1]!.answers,
            of: 'bare node:http',
            ratio,
            bar,
          }),
        )
      } finally {
        await stopProcess(child)
      }
    }
  }
  return rows
}

/** Lists and details from memory, beside a server that only writes. */
export async function benchCachedEndpoints(app: BenchApp): Promise<Row[]> {
  return against(await app.serve(), [
    {
      name: 'list of 50 episodes',
      path: '/api/contents/episodes/?limit=50&ordering=-viewer_count',
      bar: 0.8,
    },
    { name: 'series detail', path: '/api/contents/series/1/', bar: 0.8 },
  ])
}

export async function benchCachedHome(app: BenchApp): Promise<Row[]> {
  return against(await app.serve(), [{ name: 'home page', path: '/', bar: 0.7 }])
}

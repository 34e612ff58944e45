import type { BenchApp } from '../lib/bench-app.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import { milliseconds, type Row } from '../report.ts'
import { join } from 'node:path'

/** CPU time of rendering a page, with endpoint responses cached and with nothing cached. */
export async function benchRender(app: BenchApp): Promise<Row[]> {
  const { child, reply } = await startNode(
    join(import.meta.dirname, '../baselines/render-process.ts'),
    {
      env: { ...app.env, NODE_ENV: 'production' },
      as: 'server',
    },
  )
  const { rendered, whole } = reply as { rendered: number; whole: number }
  await stopProcess(child)
  return [
    {
      name: 'home rendered, answers prepared (CPU)',
      ours: milliseconds(rendered),
      baseline: '',
      bar: '< 10 ms',
      ok: rendered < 10,
    },
    { name: 'home with nothing prepared (CPU)', ours: milliseconds(whole), baseline: '', bar: '' },
  ]
}

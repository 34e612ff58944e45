import type { BenchApp } from '../lib/bench-app.ts'
import { stopProcess, startNode } from '../lib/processes.ts'
import { milliseconds, type Row } from '../report.ts'
import { join } from 'node:path'

/** CPU that a page takes when it must be rendered: with its answers prepared, and with nothing prepared. */
export async function benchRender(house: BenchApp): Promise<Row[]> {
  const { child, said } = await startNode(
    join(import.meta.dirname, '../baselines/render-process.ts'),
    {
      env: { ...house.env, NODE_ENV: 'production' },
      as: 'server',
    },
  )
  const { rendered, whole } = said as { rendered: number; whole: number }
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

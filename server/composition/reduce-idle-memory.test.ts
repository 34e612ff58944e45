import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it, onTestFinished } from 'vitest'

const program = `
  import { reduceIdleMemory } from ${JSON.stringify(new URL('./reduce-idle-memory.ts', import.meta.url).href)}
  reduceIdleMemory()
  let objects = Array.from({ length: 1_000_000 }, (_, at) => ({ at, text: String(at) }))
  const used = process.memoryUsage.rss()
  objects = null
  process.send(used)
  setInterval(() => {}, 60_000)
`

it('returns the memory of garbage while the process is idle', { timeout: 30_000 }, async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const used = await new Promise<number>((resolve) => child.once('message', resolve as never))
  const resident = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))![1]) * 1_024
  await expect.poll(resident, { timeout: 25_000, interval: 100 }).toBeLessThan(used - 40 * 2 ** 20)
})

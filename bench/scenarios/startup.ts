import { root } from '../lib/bench-app.ts'
import { freePort } from '../lib/processes.ts'
import { type Row, seconds } from '../report.ts'
import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const limit = 600_000

/**
 * From a bare clone of what is committed to serving, by `npm start` alone, and the start after that. What npm
 * fetched before is at hand, as on any machine that has seen these packages.
 */
export async function benchStart(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-start-'))
  try {
    execFileSync('git', ['clone', '-q', root, join(folder, 'clone')])
    const bare = await startUntilServing(join(folder, 'clone'))
    const again: number[] = []
    for (let round = 0; round < 3; round++)
      again.push(await startUntilServing(join(folder, 'clone')))
    const worst = Math.max(...again)
    return [
      { name: 'npm start from a bare clone', ours: seconds(bare), baseline: '', bar: '' },
      {
        name: 'npm start again, worst of 3',
        ours: seconds(worst),
        baseline: '',
        bar: '< 4 s',
        ok: worst < 4_000,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function startUntilServing(folder: string): Promise<number> {
  const port = await freePort()
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: join(folder, 'data'),
  }
  // Ours are set for the run that measures, not for the one that is measured.
  for (const name of ['NODE_ENV', 'NODE_OPTIONS', 'DATABASE_URL', 'DATABASE_OWNER_URL'])
    delete env[name]
  const began = performance.now()
  // A group of its own, so that it can be stopped as by Ctrl-C.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  try {
    while (performance.now() - began < limit) {
      if (child.exitCode !== null) throw new Error('npm start ended by itself')
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready) return performance.now() - began
      await pause(20)
    }
    throw new Error('npm start did not serve')
  } finally {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (child.pid && child.exitCode === null) {
      process.kill(-child.pid, 'SIGINT')
      await ended
    }
  }
}

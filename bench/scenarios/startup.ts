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
 * Time from a fresh clone of the committed files to serving by `npm start`, and of later starts. The npm cache is warm, as on
 * any machine that has installed these packages before.
 */
export async function benchStart(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-bench-start-'))
  try {
    execFileSync('git', ['clone', '-q', root, join(folder, 'clone')])
    const bare = await startUntilServing(join(folder, 'clone'))
    const restartTimes: number[] = []
    for (let round = 0; round < 3; round++)
      restartTimes.push(await startUntilServing(join(folder, 'clone')))
    const worst = Math.max(...restartTimes)
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
  // Environment variables of this run must not affect the measured one.
  for (const name of ['NODE_ENV', 'NODE_OPTIONS', 'DATABASE_URL', 'DATABASE_OWNER_URL'])
    delete env[name]
  const startedAt = performance.now()
  // A process group, so that it can be stopped as by Ctrl-C.
  const child = spawn('npm', ['start', '--silent'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  try {
    while (performance.now() - startedAt < limit) {
      if (child.exitCode !== null) throw new Error('npm start ended by itself')
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
      if (ready) return performance.now() - startedAt
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

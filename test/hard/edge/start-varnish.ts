import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { reasonToSkip } from '../reason-to-skip.ts'

export const noVarnish = reasonToSkip({ packages: ['varnish'] })

/** Starts Varnish with `deploy/edge/varnish.vcl` in front of a server, until the test ends. */
export async function startVarnish(server: string, port: number) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-varnish-'))
  // Its child runs as another user.
  await chmod(folder, 0o777)
  const template = join(import.meta.dirname, '../../../deploy/edge/varnish.vcl')
  const vcl = (await readFile(template, 'utf8')).replace('"3000"', `"${new URL(server).port}"`)
  await writeFile(join(folder, 'varnish.vcl'), vcl)
  const options = [
    '-f',
    join(folder, 'varnish.vcl'),
    '-n',
    join(folder, 'work'),
    '-s',
    'malloc,32m',
  ]
  const address = `127.0.0.1:${port}`
  const varnish = spawn('varnishd', ['-F', '-T', 'none', '-a', address, ...options], {
    stdio: 'ignore',
  })
  onTestFinished(async () => {
    varnish.kill('SIGTERM')
    if (varnish.exitCode === null) await once(varnish, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const origin = `http://${address}`
  await vi.waitUntil(() => fetch(`${origin}/healthz`).then(Boolean, () => false), {
    timeout: 30_000,
  })
  return { origin }
}

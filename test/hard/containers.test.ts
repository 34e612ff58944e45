import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTempFolder, generateFilm } from '#test/fixtures/generated-films.ts'
import { freePort } from '#test/processes/free-port.ts'
import { createContainers, readCompose, run } from './containers/compose.ts'
import { buildImage, prepareStandIns, writePodmanSettings } from './containers/images.ts'
import { reasonToSkip } from './reason-to-skip.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 900_000 })

const reason = reasonToSkip({
  packages: ['podman', 'runc', 'debootstrap', 'python3-yaml'],
  root: true,
})
const variables = {
  SITE_URL: 'http://hanpyeon.example:8080',
  MEDIA_TOKEN_SECRET: 'a secret of this test and no other, long enough',
  DATA_ENCRYPTION_SECRET: 'what seals the phones of this test and no other',
  POSTGRES_OWNER_PASSWORD: 'ownersecret',
  POSTGRES_APP_PASSWORD: 'websecret',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  S3_BUCKET: '',
}

let folder: string
let containers: ReturnType<typeof createContainers>
let origin: string
beforeAll(async () => {
  if (reason) return
  folder = await mkdtemp(join(tmpdir(), 'hanpyeon-containers-'))
  const settings = join(folder, 'containers.conf')
  writePodmanSettings(settings)
  process.env['CONTAINERS_CONF'] = settings
  const env_file = join(folder, '.env')
  const others = { SMTP_URL: 'smtp://mail.hanpyeon.example', PHONE_VERIFICATION: 'off' }
  const lines = Object.entries({ ...variables, ...others }).map(([key, value]) => `${key}=${value}`)
  await writeFile(env_file, lines.join('\n'))
  const { image, seconds, megabytes } = buildImage()
  console.log(`image: ${megabytes.toFixed(0)} MB, built in ${seconds.toFixed(0)} s`)
  containers = createContainers({
    services: readCompose(variables),
    project: `hanpyeon-${process.pid}`,
    env_file,
    standIns: { hanpyeon: { image, command: [] }, ...prepareStandIns() },
  })
  containers.open()
  await startSite()
})
afterAll(async () => {
  if (reason) return
  containers?.close()
  await rm(folder, { recursive: true })
})

const healthy = (name: string) =>
  vi
    .waitUntil(() => containers.isHealthy(name), { timeout: 360_000, interval: 1_000 })
    .catch(() => {
      throw new Error(`${name} is not healthy: ${containers.logs(name)}`)
    })

/** Starts the services in the order of their dependencies. */
async function startSite() {
  containers.start('postgres')
  await healthy('postgres')
  containers.start('migrate')
  expect(containers.podman('wait', containers.nameOf('migrate')), containers.logs('migrate')).toBe(
    '0',
  )
  for (const name of ['server-1', 'server-2', 'worker-1', 'worker-2']) containers.start(name)
  for (const name of ['server-1', 'server-2', 'worker-1', 'worker-2']) await healthy(name)
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  containers.start('nginx', ['--publish', `127.0.0.1:${port}:8080`])
  await healthy('nginx')
}

const fetchSite = (path: string) =>
  fetch(origin + path, { headers: { host: 'hanpyeon.example:8080' } })

test('the image runs the services of compose.yaml as an account without rights', async (context) => {
  if (reason) return context.skip(reason)
  expect((await fetchSite('/readyz')).status).toBe(200)
  expect(await (await fetchSite('/')).text()).toContain('<title>한편')
  for (const name of ['server-1', 'worker-1']) {
    expect(containers.exec(name, 'id', '--user')).toBe('1000')
    const status = containers.exec(name, 'cat', '/proc/1/status')
    expect(status).toMatch(/^CapEff:\s+0+$/m)
    expect(status).toMatch(/^NoNewPrivs:\s+1$/m)
    for (const path of ['/app/server/main.ts', '/app/written', '/written'])
      expect(() => containers.exec(name, 'sh', '-c', `: >> ${path}`)).toThrow(
        /Permission|Read-only/,
      )
  }
  // Superusers have no password, and sign in within their container alone.
  const signIn = ['psql', 'postgres://postgres:ownersecret@postgres/hanpyeon', '-c', 'select 1']
  expect(() => containers.exec('postgres', ...signIn)).toThrow('password authentication failed')
  const environment = parseEnv(containers.exec('server-1', 'env'))
  expect(environment['DATABASE_OWNER_URL']).toBe('')
  expect(Object.values(environment).join()).not.toContain(variables.POSTGRES_OWNER_PASSWORD)
  containers.exec('worker-1', ...commandOf('backup'), '/data/backup')
  expect(() =>
    containers.exec('worker-1', ...commandOf('backup'), '--verify', '/data/backup'),
  ).toThrow('copy the backup to a machine with the code')
  const link = containers.exec('worker-1', ...commandOf('staff'), 'create', 'you@hanpyeon.example')
  const { pathname } = new URL(link.split('\n').find((line) => line.startsWith('http')) ?? '')
  expect((await fetchSite(pathname)).status).toBe(200)
})

const commandOf = (name: string) => ['node', `bin/operations/${name}.ts`]

test('SIGTERM ends servers and workers in time, and nothing is lost', async (context) => {
  if (reason) return context.skip(reason)
  const statuses = new Map<number, number>()
  let isOver = false
  const load = (async () => {
    while (!isOver) {
      const { status } = await fetchSite('/api/contents/series/?limit=10')
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      // Below the limits of an address.
      await pause(100)
    }
  })()
  await using films = await createTempFolder()
  const file = await generateFilm(films.path, { name: 'film.mp4', size: '640x360', seconds: 40 })
  containers.podman('cp', file, `${containers.nameOf('worker-1')}:/data/film.mp4`)
  // It ends when a worker has encoded the film.
  const register = [...commandOf('ingest'), '/data/film.mp4', '--title', '첫눈']
  const ingest = containers.runBeside('ingest', 'worker-1', register)
  const encoding = () =>
    ['worker-1', 'worker-2'].find((name) =>
      run('podman', ['top', containers.nameOf(name), 'args']).stdout.includes('ffmpeg'),
    )
  const worker = await vi.waitUntil(encoding, { timeout: 60_000, interval: 500 })
  for (const name of [worker, 'server-1']) {
    const startedAt = performance.now()
    expect(containers.stop(name), containers.logs(name)).toBe(0)
    console.log(`${name} ended in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  }
  containers.startAgain('server-1')
  containers.startAgain(worker)
  await healthy('server-1')
  const { code, output } = await ingest
  expect(code, output).toBe(0)
  isOver = true
  await load
  expect([...statuses.keys()]).toEqual([200])
})

import { uploadPath } from '#contract/studio/uploads.ts'
import { storageFolders } from '#server/composition/shared-dependencies.ts'
import { spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:http2'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DefaultHttpStack, Upload } from 'tus-js-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { freePort } from '#test/processes/free-port.ts'
import { makeMember } from '#test/fixtures/members.ts'
import { buyByCard } from '#test/fixtures/payments.ts'
import {
  requestKey,
  siblingUrl,
  openFilmApp,
  readOffers,
  readVideo,
  signInElsewhere,
  statusOf,
  takeStream,
  type Viewer,
} from '#test/fixtures/sold-film.ts'
import { type ServerProcess, startServer } from '#test/processes/server-process.ts'
import { type TestApp, openTestAppForTest } from '#test/app/test-app.ts'

vi.setConfig({ testTimeout: 120_000 })

/** Ports that nginx has with a certificate: of https, and of http that leads there. */
type Ports = { https: number; http: number }

/**
 * nginx with our configuration, before two servers, on ports and with folders of its own. With `tls` the lines for a
 * certificate, which are comments, are taken in as somebody would who follows the manual.
 */
async function startNginx(servers: [string, string], tls?: Ports) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-nginx-'))
  // nginx works as somebody else where it is started as root.
  await chmod(folder, 0o755)
  const port = tls?.https ?? (await freePort())
  const ours = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const config = (tls ? withCertificate(ours, tls, folder) : ours)
    .replaceAll('server-1:3000', new URL(servers[0]).host)
    .replaceAll('server-2:3000', new URL(servers[1]).host)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('/run/nginx.pid', `${folder}/nginx.pid`)
    .replaceAll('/var/cache/hanpyeon', folder)
    .replace('access_log /dev/stdout', `access_log ${folder}/access.log`)
    .replace('error_log /dev/stderr', `error_log ${folder}/error.log`)
    .replace('worker_processes auto', `daemon off;\nworker_processes 1`)
    .replace('worker_rlimit_nofile 65536;', '')
    .replace('worker_connections 16384', 'worker_connections 512')
  await writeFile(join(folder, 'nginx.conf'), config)
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf')], { stdio: 'inherit' })
  onTestFinished(async () => {
    nginx.kill('SIGTERM')
    if (nginx.exitCode === null) await once(nginx, 'exit')
    await rm(folder, { recursive: true, force: true })
  })
  const plain = `http://127.0.0.1:${tls?.http ?? port}`
  await vi.waitUntil(
    () => fetch(`${plain}/healthz`, { redirect: 'manual' }).then(Boolean, () => false),
    { timeout: 30_000 },
  )
  return {
    origin: tls ? `https://127.0.0.1:${port}` : plain,
    plain,
    /** The certificate, which whoever calls has to trust. */
    ca: tls ? await readFile(join(folder, 'fullchain.pem')) : Buffer.alloc(0),
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
    kept: async () => (await readdir(join(folder, 'films'), { recursive: true })).length,
  }
}

/** Our configuration with its lines for a certificate, and one that is made here. */
function withCertificate(ours: string, ports: Ports, folder: string): string {
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  const about = ['-days', '2', '-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1']
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  expect(spawnSync('openssl', ['req', '-x509', ...kind, ...about, ...files]).status).toBe(0)
  const taken = ours
    .replace(/^ *listen 8080;\n/m, '')
    .replaceAll(/^( *)# (?=listen|http2|ssl_|server \{|return|\})/gm, '$1')
    .replaceAll(/^( *)# {3}(?=listen|return)/gm, '$1  ')
    .replaceAll('/etc/nginx/tls', folder)
    .replace('listen 80;', `listen 127.0.0.1:${ports.http};`)
  const [, major = 0, minor = 0, patch = 0] = (
    /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr) ?? []
  ).map(Number)
  const isOld = major * 1e6 + minor * 1e3 + patch < 1_025_001
  return isOld
    ? taken.replace(/listen 443 ssl;\s*http2 on;/, `listen 127.0.0.1:${ports.https} ssl http2;`)
    : taken.replace('listen 443 ssl;', `listen 127.0.0.1:${ports.https} ssl;`)
}

/** A world whose address is that of an nginx with a certificate, which is not there yet. */
async function worldBehindTls() {
  const ports = { https: await freePort(), http: await freePort() }
  const site_url = `https://127.0.0.1:${ports.https}`
  const env = { SITE_URL: site_url, TRUST_PROXY: '1' }
  return { ports, site_url, env, world: await openTestAppForTest({ env }) }
}

test('refuses a flood from one address with a page in Korean', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const world = await openTestAppForTest()
  const nginx = await startNginx([world.origin, await world.another()])
  const statuses = new Map<number, number>()
  let refused: Response | undefined
  const began = performance.now()
  await Promise.all(
    Array.from({ length: 40 }, async () => {
      for (let time = 0; time < 60; time++) {
        const answer = await fetch(`${nginx.origin}/healthz`)
        if (answer.status === 429) refused = answer
        else await answer.arrayBuffer()
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
      }
    }),
  )
  const passed = 400 + (performance.now() - began) / 10
  expect(statuses.get(200)).toBeLessThanOrEqual(passed + 10)
  expect(statuses.get(200)).toBeGreaterThanOrEqual(400)
  expect((statuses.get(200) ?? 0) + (statuses.get(429) ?? 0)).toBe(2_400)
  expect(refused?.headers.get('retry-after')).toBe('5')
  expect(await refused?.text()).toContain('요청이 너무 많아요')
})

test('caches films once, checks every request, and never caches keys', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const films = await openFilmApp()
  onTestFinished(() => films.close())
  const { world } = films
  const free = await films.encode({})
  const sold = await films.encode({ is_free: false, price: 1_500, in_subscription: false })
  const nginx = await startNginx([world.origin, await world.another()])
  /** A viewer whose requests go through nginx. */
  const through = (cookie?: string): Viewer => ({
    call: world.call,
    fetch: (path, init) =>
      fetch(nginx.origin + path, {
        ...init,
        headers: {
          ...{ 'sec-fetch-site': 'same-origin', ...init?.headers },
          ...(cookie ? { cookie } : {}),
        },
      }),
  })
  const visitor = through()
  const get = visitor.fetch

  const video = await readVideo(world, free)
  const segment = siblingUrl(video.manifest_url, 'v108/init.mp4')
  expect((await get(video.manifest_url)).status).toBe(200)
  // nginx caches behind its own check; caches after it have none.
  expect((await get(segment)).headers.get('cache-control')).toMatch(/^private/)
  const part = await get(segment, { headers: { range: 'bytes=4-7' } })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  expect((await get(segment.replace('/media/', '/media/x'))).status).toBe(403)

  const [buyer, other] = [await makeMember(world), await makeMember(world)]
  await buyByCard(world, buyer, sold.episode_id)
  const main = (await readVideo(buyer, sold)).manifest_url
  const player = through(buyer.cookie)
  const init = 'v108/init.mp4'
  const paid = 'v108/1/00001.m4s'
  for (const name of ['main.m3u8', 'v108/index.m3u8', init, 'v108/0/00000.m4s'])
    expect([name, await statusOf(player, main, name)]).toEqual([name, 200])
  expect(await statusOf(player, main, paid)).toBe(409)
  const key = await requestKey(player, main)
  expect([key.status, key.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await statusOf(player, main, paid)).toBe(200)
  expect((await requestKey(player, main, { method: 'HEAD' })).status).toBe(405)
  expect((await requestKey(through(other.cookie), main)).status).toBe(403)
  expect((await requestKey(visitor, main)).status).toBe(401)
  // The preview address opens period 0 alone, though the rest lies in the cache.
  const preview = (await readOffers(other, sold))!.preview!.manifest_url
  expect((await get(preview)).status).toBe(200)
  expect(await statusOf(visitor, preview, 'v108/0/00000.m4s')).toBe(200)
  for (const name of [paid, 'v108/index.m3u8', 'main.m3u8'])
    expect([name, await statusOf(visitor, preview, name)]).toEqual([name, 403])
  expect((await requestKey(player, preview)).status).toBe(403)

  const before = await nginx.kept()
  expect(before).toBeGreaterThan(0)
  // It lies in the cache now, and neither an address that was made up nor one that is over opens it.
  const made_up = siblingUrl(main, init).replace(
    /^\/media\/[^/]+/,
    video.manifest_url.match(/^\/media\/[^/]+/)![0],
  )
  const refused = await get(made_up)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    ...[403, 'forbidden'],
  ])
  // Another session of the member takes the slot over.
  const elsewhere = await signInElsewhere(world, buyer)
  const [slot] = (
    await world.pool.query<{ id: number }>('select id from streams where member_id = $1', [
      buyer.id,
    ])
  ).rows
  await takeStream(elsewhere, sold, 'two', { take_over: slot!.id })
  world.clock.advance(10_000)
  expect(await statusOf(player, main, paid)).toBe(409)
  await world.pool.query('delete from sessions where member_id = $1', [buyer.id])
  world.clock.advance(10_000)
  for (const name of [init, paid]) expect(await statusOf(player, main, name)).toBe(403)

  // What is withdrawn is out of reach on both servers as soon as they are notified, and stays in the cache.
  const change = (what: string) =>
    world.pool.query(`update episodes set ${what} where id = $1`, [free.episode_id])
  const rate = (rating: string) =>
    world.pool.query(
      'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
      [free.episode_id, rating],
    )
  const withdrawals: [() => Promise<unknown>, () => Promise<unknown>][] = [
    [() => change('is_hidden = true'), () => change('is_hidden = false')],
    [() => rate('19'), () => rate('ALL')],
    [() => change('is_free = false, price = 900'), () => change('is_free = true, price = 0')],
  ]
  const statuses = async () =>
    (await Promise.all(Array.from({ length: 8 }, () => get(segment)))).map(({ status }) => status)
  for (const [withdraw, restore] of withdrawals) {
    await expect.poll(statuses).toEqual(Array(8).fill(200))
    await withdraw()
    await expect.poll(statuses).toEqual(Array(8).fill(403))
    await restore()
  }
  await expect.poll(statuses).toEqual(Array(8).fill(200))

  world.clock.advance(13 * 3_600_000)
  expect((await get(segment)).status).toBe(403)
  expect(await nginx.kept()).toBe(before)
  expect((await get(`/grants${segment}`)).status).toBe(404)
  expect((await get('/metrics')).status).toBe(404)

  const socket = new WebSocket(`${nginx.origin.replace('http', 'ws')}/ws/watch-history/`, {
    headers: { cookie: other.cookie, origin: world.config.site_url },
  })
  await once(socket, 'open')
  socket.close()
  const log = await nginx.log()
  expect(log).toContain('"cache":"HIT"')
  expect(log).not.toContain(video.manifest_url.split('/')[2])
})

test('with no server there a person reads it in Korean', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const nobody = async () => `http://127.0.0.1:${await freePort()}`
  const { origin } = await startNginx([await nobody(), await nobody()])
  const answer = await fetch(`${origin}/series/1`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    502,
    'text/html; charset=utf-8',
  ])
  expect(answer.headers.get('retry-after')).toBe('5')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const page = await answer.text()
  expect(page).toContain('<h1>잠시 숨을 고르고 있어요</h1>')
  expect(page).toContain('<a href="">다시 시도</a>')
  expect(page).not.toContain('nginx')
})

test('with a certificate: HTTP/2, its cookies, who calls, and sockets', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const { world, ports, site_url } = await worldBehindTls()
  const nginx = await startNginx([world.origin, await world.another()], ports)
  const led = await fetch(`${nginx.plain}/search?query=a`, { redirect: 'manual' })
  expect([led.status, led.headers.get('location')]).toEqual([
    301,
    'https://127.0.0.1/search?query=a',
  ])

  const line = connect(nginx.origin, { ca: nginx.ca })
  // nginx may be gone before it.
  line.on('error', () => {})
  onTestFinished(() => line.close())
  await once(line, 'connect')
  expect(line.alpnProtocol).toBe('h2')
  const ask = async (path: string, headers: Record<string, string | string[]>, body = '') => {
    const stream = line.request(
      { ':path': path, 'sec-fetch-site': 'same-origin', ...headers },
      { endStream: body === '' },
    )
    if (body) stream.end(body)
    const [answer] = (await once(stream, 'response')) as [Record<string, string | string[]>]
    let text = ''
    for await (const piece of stream.setEncoding('utf8')) text += piece
    return {
      ...answer,
      status: Number(answer[':status']),
      text,
      cookies: answer['set-cookie'] ?? [],
    }
  }
  const { email, password } = await makeMember(world)
  const entered = await ask(
    '/api/accounts/login/',
    // Anybody may write what he likes before the proxy: who he is, is what the proxy heard.
    {
      ...{ ':method': 'POST', 'content-type': 'application/json' },
      'x-forwarded-for': '203.0.113.9',
    },
    JSON.stringify({ email, password }),
  )
  expect(entered.status, entered.text).toBe(200)
  expect(entered).toHaveProperty(
    ['strict-transport-security'],
    expect.stringMatching(/^max-age=\d{8}/),
  )
  const [given = ''] = [entered.cookies].flat().filter((one) => one.startsWith('__Host-sid='))
  expect(given).toMatch(/; Secure; HttpOnly/)
  // Browsers send each cookie as a line of its own over HTTP/2.
  const cookies = ['theme=dark', given.replace(/;.*/s, ''), 'has_session=1']
  const { text } = await ask('/api/accounts/sessions/', { cookie: cookies })
  const { results } = JSON.parse(text) as { results: { is_current: boolean; address: string }[] }
  expect(results.find(({ is_current }) => is_current)?.address).toBe('127.0.0.1')

  const at = `${nginx.origin.replace('https', 'wss')}/ws/watch-history/`
  const cookie = cookies.join('; ')
  const socket = new WebSocket(at, { ca: nginx.ca, headers: { cookie, origin: site_url } })
  await once(socket, 'open')
  socket.ping()
  await once(socket, 'pong')
  socket.close()
  const foreign = new WebSocket(at, {
    ca: nginx.ca,
    headers: { cookie, origin: 'https://e.example' },
  })
  const [error] = (await once(foreign, 'error')) as [Error]
  expect(error.message).toContain('403')
})

/** What every request of an upload brings along. */
const sender = (cookie: string) => ({
  cookie: `__Host-${cookie}`,
  'sec-fetch-site': 'same-origin',
})

/** The file of an upload under `folder`, whose address ends with its name. */
const incomingIn = (folder: string, address: string) =>
  join(folder, 'uploads/incoming', address.split('/').at(-1) ?? '')

/** Sends `bytes` by the protocol's own client, and goes on at `url` where there is one. `before` each piece may wait or end it. */
function send(
  nginx: { origin: string; ca: Buffer },
  cookie: string,
  bytes: Buffer,
  given: { url?: string; before?: (piece: number) => unknown } = {},
): Promise<{ url: string; whole: boolean }> {
  return new Promise((resolve, reject) => {
    let pieces = 0
    const upload = new Upload(bytes, {
      endpoint: nginx.origin + uploadPath,
      uploadUrl: given.url ?? null,
      headers: sender(cookie),
      chunkSize: 200_000,
      retryDelays: [0, 200, 500, 1_000, 2_000, 4_000],
      metadata: { filename: 'film.mp4' },
      httpStack: new DefaultHttpStack({ ca: nginx.ca }),
      async onBeforeRequest(request) {
        if (request.getMethod() !== 'PATCH') return
        if ((await given.before?.(++pieces)) !== 'end') return
        await upload.abort()
        resolve({ url: upload.url ?? '', whole: false })
        // The client has no word for it: this piece is never sent.
        await new Promise(() => {})
      },
      onSuccess: () => resolve({ url: upload.url ?? '', whole: true }),
      onError: reject,
    })
    upload.start()
  })
}

/** Begins a piece at `offset`, of which half arrives and is written: the line stays as it is. */
async function sendHalf(
  nginx: { ca: Buffer },
  cookie: string,
  half: { url: string; file: string; bytes: Buffer; offset: number },
) {
  const { url, file, bytes, offset } = half
  const line = request(url, {
    method: 'PATCH',
    ca: nginx.ca,
    headers: {
      ...sender(cookie),
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      'content-length': String(bytes.length - offset),
    },
  })
  const ended = new Promise<number>((resolve) => {
    line.on('response', (answer) => resolve(answer.resume().statusCode ?? 0))
    line.on('error', () => resolve(0))
  })
  line.write(bytes.subarray(offset, offset + 300_000))
  await vi.waitUntil(async () => (await stat(file)).size > offset, { timeout: 30_000 })
  return { ended, cut: () => line.destroy() }
}

/** What was kept of a film whose upload is over. */
async function filed(world: TestApp, uploads_dir: string, url: string): Promise<Buffer> {
  const { rows } = await world.pool.query<{ source_file: string }>(
    `select a.source_file from studio_uploads u join media_assets a on a.id = u.asset_id
     where u.token = $1`,
    [url.split('/').at(-1)],
  )
  return readFile(join(uploads_dir, rows[0]!.source_file))
}

const isOpenIn = async ({ pid }: ServerProcess, file: string) => {
  const open = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const names = open.map((one) => readlink(`/proc/${pid}/fd/${one}`).catch(() => ''))
  return (await Promise.all(names)).includes(file)
}

test('uploads are interrupted and go on, each at the server that has its bytes', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const { world, ports, env } = await worldBehindTls()
  const servers: ServerProcess[] = []
  const folders: string[] = []
  for (const name of ['one', 'two']) {
    const folder = join(world.config.data_dir, name)
    folders.push(folder)
    servers.push(await startServer(world, await freePort(), { ...env, DATA_DIR: folder }))
  }
  onTestFinished(() => Promise.all(servers.map((one) => one.end('SIGKILL'))).then(() => {}))
  const nginx = await startNginx([servers[0]!.origin, servers[1]!.origin], ports)
  const used = new Set<string>()
  // By whose session it is, servers are as good as drawn by lot.
  for (let round = 0; used.size < 2 && round < 30; round++) {
    const { cookie } = await makeMember(world, { is_staff: true })
    const bytes = randomBytes(1_500_000)
    const before = (piece: number) => (piece === 3 ? 'end' : '')
    const { url, whole } = await send(nginx, cookie, bytes, { before })
    expect(whole).toBe(false)
    const home = folders.find((folder) => existsSync(incomingIn(folder, url)))!
    const file = incomingIn(home, url)
    expect((await stat(file)).size).toBe(400_000)
    // A line that dies in the middle of a piece: what came of it is kept.
    const half = await sendHalf(nginx, cookie, { url, file, bytes, offset: 400_000 })
    half.cut()
    expect(await send(nginx, cookie, bytes, { url })).toMatchObject({ url, whole: true })
    expect((await filed(world, join(home, 'uploads'), url)).equals(bytes)).toBe(true)
    used.add(home)
  }
  expect(used.size).toBe(2)
})

test('an upload whose server is killed goes on at the other, where they share their files', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const { world, ports, env } = await worldBehindTls()
  const servers: ServerProcess[] = []
  for (let i = 0; i < 2; i++) servers.push(await startServer(world, await freePort(), env))
  onTestFinished(() => Promise.all(servers.map((one) => one.end('SIGKILL'))).then(() => {}))
  const nginx = await startNginx([servers[0]!.origin, servers[1]!.origin], ports)
  const { cookie } = await makeMember(world, { is_staff: true })
  const bytes = randomBytes(3_000_000)
  const { url } = await send(nginx, cookie, bytes, {
    before: (piece) => (piece === 4 ? 'end' : ''),
  })
  const file = incomingIn(world.config.data_dir, url)
  const half = await sendHalf(nginx, cookie, { url, file, bytes, offset: 600_000 })
  const owners = await Promise.all(servers.map((one) => isOpenIn(one, file)))
  expect(owners.filter(Boolean)).toHaveLength(1)
  await servers[owners.indexOf(true)]!.end('SIGKILL')
  // The balancer says that it does not know; the client asks how much there is, and goes on.
  expect(await half.ended).toBe(502)
  expect(await send(nginx, cookie, bytes, { url })).toMatchObject({ whole: true })
  const { uploads_dir } = storageFolders(world.config)
  expect((await filed(world, uploads_dir, url)).equals(bytes)).toBe(true)
})

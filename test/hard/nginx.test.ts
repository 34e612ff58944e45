import { playback } from '#contract/playback.ts'
import { foldersOf } from '#server/compose.ts'
import { readAsset, registerAsset } from '#server/domains/media/index.ts'
import { filmFolder, makeFilm } from '#server/outside/encoder/made-films.ts'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { makeEpisodes } from '../episodes.ts'
import { freePort } from '../free-port.ts'
import { makeMember } from '../members.ts'
import { buyByCard } from '../money.ts'
import { worldOfTest } from '../world.ts'

vi.setConfig({ testTimeout: 120_000 })

/** nginx with our configuration, before two servers, on a port and with folders of its own. */
async function startNginx(servers: [string, string]) {
  const folder = await mkdtemp(join(tmpdir(), 'hanpyeon-nginx-'))
  // nginx works as somebody else where it is started as root.
  await chmod(folder, 0o755)
  const port = await freePort()
  const ours = await readFile(join(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
  const config = ours
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
  const origin = `http://127.0.0.1:${port}`
  await expect
    .poll(() =>
      fetch(`${origin}/healthz`).then(
        (one) => one.status,
        () => 0,
      ),
    )
    .toBe(200)
  return {
    origin,
    log: () => readFile(join(folder, 'access.log'), 'utf8'),
    kept: async () => (await readdir(join(folder, 'films'), { recursive: true })).length,
  }
}

test('behind nginx: films are kept once and each request is checked, keys are not, sockets pass', async (context) => {
  if (spawnSync('nginx', ['-v']).error) return context.skip('there is no nginx here')
  const world = await worldOfTest({ gateway: true })
  const box = await filmFolder()
  onTestFinished(() => box[Symbol.asyncDispose]())
  const worker = await world.work()
  const film = await makeFilm(box.path, { name: 'film.mp4', size: '192x108', seconds: 12 })
  const [free = 0, sold = 0] = await makeEpisodes(world, [{}, { is_free: false, price: 1_500 }])
  const parts = { ...world, ...foldersOf(world.config), now: world.clock.now() }
  for (const episode_id of [free, sold]) {
    const id = await registerAsset(parts, { file: film, episode_id })
    await vi.waitUntil(async () => (await readAsset(world.db, id))?.state === 'ready', 60_000)
  }
  await worker.stop()
  const nginx = await startNginx([world.origin, await world.another()])
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(nginx.origin + path, { headers: { 'sec-fetch-site': 'same-origin', ...headers } })

  const video = await world.call(playback.readVideo, { params: { id: free }, query: {} })
  const segment = video.manifest_url.replace('main.m3u8', 'v108/init.mp4')
  expect((await get(video.manifest_url)).status).toBe(200)
  expect((await get(segment)).headers.get('cache-control')).toMatch(/^public/)
  const part = await get(segment, { range: 'bytes=4-7' })
  expect([part.status, await part.text()]).toEqual([206, 'ftyp'])
  expect((await get(segment.replace('/media/', '/media/x'))).status).toBe(403)

  const [buyer, other] = [await makeMember(world), await makeMember(world)]
  await buyByCard(world, buyer, sold)
  const { manifest_url } = await buyer.call(playback.readVideo, { params: { id: sold }, query: {} })
  const { cookie } = buyer
  const init = manifest_url.replace('main.m3u8', 'v108/init.mp4')
  for (const path of [manifest_url, init]) expect((await get(path, { cookie })).status).toBe(200)
  const key = await get(manifest_url.replace('main.m3u8', 'keys/rest.key'), { cookie })
  expect([key.status, key.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const foreign = manifest_url.replace('main.m3u8', 'keys/rest.key')
  expect((await get(foreign, { cookie: other.cookie })).status).toBe(402)
  const before = await nginx.kept()
  expect(before).toBeGreaterThan(0)
  // It lies in the cache now, and neither an address that was made up nor one that is over opens it.
  const made_up = init.replace(/^\/media\/[^/]+/, video.manifest_url.match(/^\/media\/[^/]+/)![0])
  const refused = await get(made_up)
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
    ...[403, 'forbidden'],
  ])
  await world.pool.query('delete from sessions where member_id = $1', [buyer.id])
  world.clock.advance(6_000)
  expect((await get(init)).status).toBe(403)
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

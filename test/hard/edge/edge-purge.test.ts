import { edgeKey } from '#server/shared/media-token.ts'
import { freePort } from '#test/processes/free-port.ts'
import { readJobs } from '#test/fixtures/job-queue.ts'
import { openFilmApp, readVideo } from '#test/fixtures/sold-film.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noEdge, startEdge, startRecorder } from './start-edge.ts'
import { noVarnish, startVarnish } from './start-varnish.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Ms after which nothing serves a film that was withdrawn. */
const withdrawnWithin = 10_000

test('a free film that is withdrawn, rated 19 or made paid leaves both caches within 10 s', async (context) => {
  if (noEdge) return context.skip(noEdge)
  if (noVarnish) return context.skip(noVarnish)
  const port = await freePort()
  const varnishPort = await freePort()
  const films = await openFilmApp({
    env: {
      MEDIA_EDGE_URLS: `http://127.0.0.1:${port}`,
      // The one at the servers first.
      MEDIA_PURGE_URLS: `varnish://127.0.0.1:${varnishPort} http://127.0.0.1:${port}`,
    },
  })
  onTestFinished(() => films.close())
  const { app } = films
  const recorder = await startRecorder(app.origin)
  const varnish = await startVarnish(recorder.origin, varnishPort)
  const keys = `${edgeKey(app.config.secrets.media_token ?? '')}\n`
  const edge = await startEdge(varnish.origin, { keys, port })

  const [film, other] = [await films.encode({}), await films.encode({})]
  const segmentOf = async (which: typeof film) =>
    (await readVideo(app, which)).manifest_url.replace('main.m3u8', 'v108/00000.m4s')
  const [segment, untouched] = [await segmentOf(film), await segmentOf(other)]
  const statusOf = async (path: string) => {
    const response = await edge.get(path)
    await response.arrayBuffer()
    return response.status
  }
  const change = (set: string) =>
    app.pool.query(`update episodes set ${set} where id = $1`, [film.episode_id])
  const rate = (rating: string) =>
    app.pool.query(
      'update series set age_rating = $2 where id = (select series_id from episodes where id = $1)',
      [film.episode_id, rating],
    )
  const withdrawals: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    ['withdrawn', () => change('is_hidden = true'), () => change('is_hidden = false')],
    ['rated 19', () => rate('19'), () => rate('ALL')],
    [
      'paid',
      () => change('is_free = false, price = 900'),
      () => change('is_free = true, price = 0'),
    ],
  ]
  const times: Record<string, number> = {}
  for (const [name, withdraw, restore] of withdrawals) {
    await expect.poll(() => statusOf(segment)).toBe(200)
    expect(await statusOf(untouched)).toBe(200)
    recorder.takeRequests()
    expect([await statusOf(segment), await statusOf(untouched)]).toEqual([200, 200])
    expect(recorder.takeRequests()).toEqual([])

    await withdraw()
    const startedAt = performance.now()
    let lastServedAt = startedAt
    // A viewer asks on, until the purge has been repeated.
    while (performance.now() - startedAt < withdrawnWithin + 3_000) {
      if ((await statusOf(segment)) === 200) lastServedAt = performance.now()
      await pause(50)
    }
    times[name] = Math.round(lastServedAt - startedAt)
    expect(times[name], name).toBeLessThan(withdrawnWithin)
    await edge.restart()
    expect([name, await statusOf(segment)]).toEqual([name, 403])
    recorder.takeRequests()
    expect(await statusOf(untouched)).toBe(200)
    expect(recorder.takeRequests()).toEqual([])
    await restore()
  }
  console.log(`last served after ms: ${JSON.stringify(times)}`)
})

test('a cache that was away is purged when it is back', async (context) => {
  if (noEdge) return context.skip(noEdge)
  const port = await freePort()
  const edge_url = `http://127.0.0.1:${port}`
  const films = await openFilmApp({ env: { MEDIA_EDGE_URLS: edge_url } })
  onTestFinished(() => films.close())
  const { app } = films
  const keys = `${edgeKey(app.config.secrets.media_token ?? '')}\n`
  const edge = await startEdge(app.origin, { keys, port })
  const film = await films.encode({})
  const { manifest_url } = await readVideo(app, film)
  const segment = manifest_url.replace('main.m3u8', 'v108/00000.m4s')
  expect((await edge.get(segment)).status).toBe(200)
  await edge.stop()
  await app.pool.query('update episodes set is_hidden = true where id = $1', [film.episode_id])
  const isRefused = async () =>
    (await readJobs(app)).some(({ task, attempts }) => task === 'purge_films' && attempts > 0)
  await expect.poll(isRefused).toBe(true)
  await edge.restart()
  await expect
    .poll(async () => (await edge.get(segment)).status, { timeout: 60_000, interval: 200 })
    .toBe(403)
})

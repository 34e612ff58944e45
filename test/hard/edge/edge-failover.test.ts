import { edgeKey } from '#server/shared/media-token.ts'
import { createPlayableEpisodes, findEpisodes } from '#test/e2e/player/playable-episodes.ts'
import { openSite } from '#test/e2e/site.ts'
import { freePort } from '#test/processes/free-port.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { noEdge, startEdge, startRecorder } from './start-edge.ts'

vi.setConfig({ testTimeout: 240_000 })

/** Segments from the fourth on, of 4 s each. */
const laterSegment = /\/(?:audio|v\d+)\/0*[3-9]\d*\.m4s$/

test('a film plays on without a stall when the cache that serves it is killed', async (context) => {
  if (noEdge) return context.skip(noEdge)
  const ports = [await freePort(), await freePort()]
  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  const site = await openSite([], { env: { MEDIA_EDGE_URLS: urls.join(' ') } })
  onTestFinished(() => site.close())
  if (!site.plays) return context.skip('the browser does not decode H.264')
  const { world } = site
  const recorder = await startRecorder(world.origin)
  const keys = `${edgeKey(world.config.secrets.media_token ?? '')}\n`
  const edges = await Promise.all(ports.map((port) => startEdge(recorder.origin, { keys, port })))
  const { first } = await findEpisodes(world)
  await createPlayableEpisodes(world, [first])

  const { page } = await site.visit()
  const hosts: string[] = []
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.m4s')) hosts.push(new URL(request.url()).origin)
  })
  let kill = () => {}
  const killed = new Promise<void>((resolve) => (kill = resolve))
  await page.route(laterSegment, async (route) => {
    await killed
    await route.continue().catch(() => {})
  })
  await page.addInitScript(() => {
    const stalls: number[] = []
    Object.assign(globalThis, { stalls })
    addEventListener(
      'waiting',
      ({ target }) => {
        const { currentTime, seeking } = target as HTMLVideoElement
        if (currentTime > 0.5 && !seeking) stalls.push(currentTime)
      },
      { capture: true },
    )
  })
  const playsBeyond = (seconds: number) =>
    page.waitForFunction(
      (time) => (document.querySelector('video')?.currentTime ?? 0) > time,
      seconds,
      { timeout: 90_000, polling: 100 },
    )
  await page.goto(`/video/${first}`)
  await playsBeyond(1)
  expect(new Set(hosts).size).toBe(1)
  const serving = urls.indexOf(hosts[0] ?? '')
  const [killedEdge, other] = serving === 0 ? edges : edges.toReversed()
  await killedEdge!.stop()
  kill()
  await playsBeyond(24)
  const stalls = await page.evaluate(() => (globalThis as unknown as { stalls: number[] }).stalls)
  expect(stalls).toEqual([])
  expect(hosts.at(-1)).toBe(other!.origin)
  expect((await other!.readLog()).some(({ film, status }) => film && status === 200)).toBe(true)
  // Nothing of the film came from the site itself.
  const { takeRequests } = recorder
  expect(takeRequests().every(({ path }) => path.startsWith('/media/'))).toBe(true)
})

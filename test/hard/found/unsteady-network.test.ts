import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, test, type ExpectStatic } from 'vitest'
import { openSite, type Site, type Visit } from '#test/e2e/site.ts'
import { startThrottledProxy } from '#test/e2e/throttled-proxy.ts'
import {
  createPlayableEpisodes,
  findEpisodes,
  videoElement,
} from '#test/e2e/player/playable-episodes.ts'

let site: Site
let episodes: Awaited<ReturnType<typeof findEpisodes>>
/** The lines of viewers. Each test has its own: the tests of a network run at the same time. */
const slow = { bytes_per_second: 187_500, latency_ms: 300 }
const far = { bytes_per_second: 1e6, latency_ms: 1_500 }
beforeAll(async () => {
  site = await openSite()
  episodes = await findEpisodes(site.world)
  await createPlayableEpisodes(site.world, [episodes.first, episodes.second])
}, 180_000)
afterAll(() => site?.close())

const media = /\/media\/.*\.(m4s|mp4)$/
/** Milliseconds: longer than the stall watch and all timeouts of hls.js for one segment but the last. */
const hang_ms = 45_000
/** Requests of playlists and segments from the action to the end. The film has 40 in two renditions. */
const maxRequests = 60

/** Segments hang, fail, or pass. */
class SegmentGate {
  #waiting: (() => void)[] = []
  #isOpen = true

  async install(page: Page) {
    await page.route(media, async (route) => {
      if (!this.#isOpen) await new Promise<void>((resolve) => this.#waiting.push(resolve))
      // hls.js may have given the request up.
      await route.continue().catch(() => {})
    })
  }
  close() {
    this.#isOpen = false
  }
  open() {
    this.#isOpen = true
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

/** The player's notice, or that of a navigation that waits for the connection. */
const offlineNotice = /인터넷 연결이 끊겼어요|인터넷에 연결되면 바로 열어/

type Run = {
  visit: Visit
  page: Page
  gate: SegmentGate
  isFrozen: boolean
  /** Of the running test: the tests of a network run at the same time. */
  expect: ExpectStatic
}
type Network = {
  line?: typeof slow
  /** Breaks the network before the action. */
  fail?: (run: Run) => Promise<void> | void
  /** Repairs it after the action. */
  repair?: (run: Run) => Promise<void>
}
const networks: Record<string, Network> = {
  good: {},
  'slow (300 ms, 1.5 Mbit/s)': { line: slow },
  'far (1,500 ms)': { line: far },
  // On a slow line, so that the film is not buffered before.
  'hanging for 45 s': {
    line: slow,
    fail: ({ gate }) => gate.close(),
    async repair({ gate, expect }) {
      const from = performance.now()
      await expect
        .poll(() => performance.now() - from, { timeout: hang_ms + 5_000, interval: 500 })
        .toBeGreaterThan(hang_ms)
      gate.open()
    },
  },
  offline: {
    line: slow,
    fail: ({ visit }) => visit.context.setOffline(true),
    async repair({ visit, page, isFrozen }) {
      if (!isFrozen) await page.getByText(offlineNotice).first().waitFor()
      await visit.context.setOffline(false)
    },
  },
}

/** Seconds of the playhead whenever it moves, and the time of that in ms. */
const recordPlayhead = (page: Page) =>
  page.addInitScript(() => {
    const samples: { time: number; at: number; isSeeking: boolean }[] = []
    Object.assign(globalThis, { samples })
    for (const name of ['playing', 'timeupdate'])
      addEventListener(
        name,
        ({ target }) => {
          const { currentTime, seeking, paused } = target as HTMLVideoElement
          if (!paused)
            samples.push({ time: currentTime, at: performance.now(), isSeeking: seeking })
        },
        { capture: true },
      )
  })
const playheadSamples = (page: Page) =>
  page.evaluate(
    () =>
      (globalThis as unknown as { samples: { time: number; at: number; isSeeking: boolean }[] })
        .samples,
  )
const clearSamples = (page: Page) =>
  page.evaluate(() => {
    ;(globalThis as unknown as { samples: unknown[] }).samples.length = 0
  })

const waitUntilPlaying = (page: Page, beyond: number) =>
  page.waitForFunction(
    (seconds) => {
      const video = document.querySelector('video')
      return !!video && !video.paused && !video.seeking && video.currentTime > seconds
    },
    beyond,
    { timeout: 60_000, polling: 100 },
  )

type Action = {
  /** Opens the film on the working network and plays it; without it, the action opens the film. */
  isPlaying?: true
  act: (run: Run) => Promise<void>
  /** Runs once the network works again. */
  finish?: (run: Run) => Promise<void>
  /** Second at which the film plays after the action; null for the second at which it was. */
  target: number | null
}

const open = async ({ page }: Run, query: string) => {
  await page.goto(`/video/${episodes.first}${query}`, { waitUntil: 'commit' })
  await page.locator('video').waitFor()
}
const press = (page: Page, ...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
const setLifecycle = async (run: Run, state: 'frozen' | 'active') => {
  const session = await run.visit.context.newCDPSession(run.page)
  run.isFrozen = state === 'frozen'
  await session.send('Page.setWebLifecycleState', { state })
  await session.detach()
}

const actions: Record<string, Action> = {
  start: { act: (run) => open(run, ''), target: 0 },
  resume: { act: (run) => open(run, '?t=15'), target: 15 },
  seek: { isPlaying: true, act: ({ page }) => press(page, 'Digit7'), target: 28 },
  'seek and seek again': {
    isPlaying: true,
    act: ({ page }) => press(page, 'Digit7', 'ArrowLeft', 'ArrowLeft'),
    target: 8,
  },
  'pause and play': {
    isPlaying: true,
    async act({ page, expect }) {
      await press(page, 'KeyK')
      await expect.poll(async () => (await videoElement(page)).paused).toBe(true)
    },
    finish: ({ page }) => press(page, 'KeyK'),
    target: null,
  },
  'switch the episode': {
    isPlaying: true,
    act: ({ page }) => press(page, 'Shift+KeyN'),
    async finish({ page }) {
      await page.waitForURL(new RegExp(`/video/${episodes.second}$`))
      await page.waitForFunction(() => document.querySelector('video')!.currentTime < 1)
    },
    target: 0,
  },
  'freeze in the background': {
    isPlaying: true,
    async act(run) {
      await press(run.page, 'KeyK')
      await setLifecycle(run, 'frozen')
    },
    async finish(run) {
      await setLifecycle(run, 'active')
      await press(run.page, 'KeyK')
    },
    target: null,
  },
  'change the quality': {
    isPlaying: true,
    async act({ page }) {
      const { width } = await videoElement(page)
      await page.getByRole('button', { name: '설정', exact: true }).click()
      await page.locator('label', { hasText: width === 640 ? '540p' : '360p' }).click()
      await page.keyboard.press('Escape')
    },
    target: null,
  },
}

describe.each(Object.keys(networks))('network: %s', (name) => {
  const network = networks[name]!
  test.concurrent.for(Object.keys(actions))(
    'plays on: %s',
    { timeout: 180_000 },
    async (action, { expect, skip, onTestFinished }) => {
      if (!site.plays) skip()
      const { isPlaying, act, finish, target } = actions[action]!
      const line = network.line && (await startThrottledProxy(site.world.origin, network.line))
      onTestFinished(() => line?.close())
      const visit = await site.visit(line ? { baseURL: line.origin } : {})
      const run: Run = { visit, page: visit.page, gate: new SegmentGate(), isFrozen: false, expect }
      const { page } = run
      let requests = 0
      page.on('request', (request) => {
        if (/\/media\//.test(request.url())) requests += 1
      })
      await run.gate.install(page)
      await recordPlayhead(page)
      if (isPlaying) {
        await open(run, '')
        await waitUntilPlaying(page, 2)
      } else if (network.fail) {
        run.gate.close()
      }
      requests = 0
      const isReload = !isPlaying && name === 'offline'
      if (isPlaying) await network.fail?.(run)
      const before = isPlaying ? (await videoElement(page)).time : 0
      if (isPlaying) await clearSamples(page)
      await act(run)
      if (isReload) {
        await page.waitForRequest(media)
        await visit.context.setOffline(true)
        run.gate.open()
      }
      await network.repair?.(run)
      await finish?.(run)
      const from = target ?? before
      // Buffered media keeps playing while the network is down.
      const { time } = await videoElement(page)
      await waitUntilPlaying(page, Math.max(from + 2, time + 1))
      const samples = (await playheadSamples(page)).filter(({ isSeeking }) => !isSeeking)
      const first = samples.find(({ time }) => target === null || Math.abs(time - target) <= 1)
      expect(first, JSON.stringify(samples.slice(0, 5))).toBeDefined()
      // From there on it plays without a jump.
      const played = samples.slice(samples.indexOf(first!))
      const jumps = played.filter(({ time, at }, index) => {
        const previous = played[index - 1] ?? { time: target ?? time, at }
        return time - previous.time > (at - previous.at) / 1_000 + 1 || time < previous.time - 1
      })
      expect(jumps, JSON.stringify(played.slice(0, 8))).toEqual([])
      expect(await page.getByRole('alert').count()).toBe(0)
      expect(requests).toBeLessThan(maxRequests)
      if (process.env['PRINT'])
        console.log(`${name} · ${action}: from ${first!.time.toFixed(2)} s, ${requests} requests`)
      await visit.context.close()
    },
  )
})

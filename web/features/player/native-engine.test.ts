import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactStore } from './fact-store.ts'
import { noFacts } from './facts.ts'
import { createNativeEngine } from './native-engine.ts'
import type { Claim } from './streams/hold-stream.ts'

/** As much of a media element as the engine uses: an external interface, in place of a browser's. */
class Media extends EventTarget {
  src = ''
  currentTime = 0
  paused = true
  error: { code: number } | null = null
  removeAttribute() {
    this.src = ''
  }
  load() {
    this.paused = true
  }
  async play() {
    this.paused = false
    this.dispatchEvent(new Event('play'))
  }
  pause() {
    this.paused = true
    this.dispatchEvent(new Event('pause'))
  }
  at(time: number) {
    this.currentTime = time
    this.dispatchEvent(new Event('timeupdate'))
  }
  fail() {
    this.error = { code: 2 }
    this.dispatchEvent(new Event('error'))
  }
}

beforeEach(() => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

const film = (name: string, preview_duration: number | null = 60) => ({
  manifest_url: `/media/${name}/7p/main.m3u8`,
  preview_duration,
})
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function setUp() {
  const media = new Media()
  const facts = createFactStore({ ...noFacts, duration: 600 })
  const claims: { time: number; answer: (claim: Claim) => void }[] = []
  const renewals: ((url: string) => void)[] = []
  const engine = createNativeEngine({
    media: media as unknown as HTMLVideoElement,
    facts,
    renew: () =>
      new Promise((resolve) => renewals.push((manifest_url) => resolve(film(manifest_url)))),
    claim: () => new Promise((resolve) => claims.push({ time: facts.get().time, answer: resolve })),
    bandwidth: null,
    onBandwidth: () => {},
  })
  return { media, facts, engine, claims, renewals }
}

test('plays the preview first, and the whole film once its end is reached and a slot is held', async () => {
  const { media, engine, claims } = setUp()
  engine.load(film('one'), 0)
  expect(media.src).toBe('/media/one/7p/preview/main.m3u8')
  await media.play()
  media.at(58)
  expect(claims).toEqual([])
  media.at(59.2)
  expect([media.src, claims[0]?.time]).toEqual(['/media/one/7p/preview/main.m3u8', 59.2])
  claims[0]?.answer('held')
  await turns()
  expect(media.src).toBe('/media/one/7p/main.m3u8')
  media.currentTime = 0
  media.dispatchEvent(new Event('loadedmetadata'))
  expect([media.currentTime, media.paused]).toEqual([59.2, false])
})

test('says the length of the film while the shorter preview plays', () => {
  const { media, facts, engine } = setUp()
  engine.load(film('one'), 0)
  facts.set({ duration: 60 })
  media.dispatchEvent(new Event('durationchange'))
  expect(facts.get().duration).toBe(600)
})

test('resumed beyond the preview it opens nothing until playback is asked for', async () => {
  const { media, facts, engine, claims } = setUp()
  engine.load(film('one'), 300)
  expect([media.src, claims.length, facts.get().time]).toEqual(['', 0, 300])
  await media.play()
  expect(claims.map(({ time }) => time)).toEqual([300])
  claims[0]?.answer('held')
  await turns()
  expect(media.src).toBe('/media/one/7p/main.m3u8')
})

test('sought beyond the preview while paused it waits for playback', async () => {
  const { media, engine, claims } = setUp()
  engine.load(film('one'), 0)
  engine.seek(400)
  expect([media.currentTime, claims.length]).toEqual([0, 0])
  await media.play()
  expect(claims.map(({ time }) => time)).toEqual([400])
})

test('a slot that is lost while paused is no failure, and is taken again by play', async () => {
  const { media, facts, engine, claims } = setUp()
  engine.load(film('one'), 300)
  await media.play()
  claims[0]?.answer('held')
  await turns()
  media.currentTime = 320
  media.pause()
  media.fail()
  await turns()
  expect(facts.get().failure).toBeNull()
  await media.play()
  expect(claims).toHaveLength(2)
  claims[1]?.answer('held')
  await turns()
  media.dispatchEvent(new Event('loadedmetadata'))
  expect(media.currentTime).toBe(320)
})

test('a renewed address of the film before does not take the place of the next', async () => {
  const { media, engine, renewals } = setUp()
  engine.load(film('one', null), 0)
  await media.play()
  media.fail()
  expect(renewals).toHaveLength(1)
  engine.load(film('two', null), 0)
  renewals[0]?.('one-renewed')
  await turns()
  expect(media.src).toBe('/media/two/7p/main.m3u8')
})

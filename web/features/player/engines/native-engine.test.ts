import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { createNativeEngine } from './native-engine.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { FakeMedia } from './testing/fake-media.ts'

function playTo(media: FakeMedia, time: number) {
  media.currentTime = time
  media.dispatchEvent(new Event('timeupdate'))
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
  const media = new FakeMedia()
  const facts = createFactStore({ ...initialMediaState, duration: 600 })
  const claims: { time: number; answer: (claim: Claim) => void }[] = []
  const engine = createNativeEngine({
    media: media as unknown as HTMLVideoElement,
    facts,
    renew: async () => film('renewed'),
    claim: () => new Promise((resolve) => claims.push({ time: facts.get().time, answer: resolve })),
    bandwidth: null,
    onBandwidth: () => {},
  })
  return { media, facts, engine, claims }
}

test('plays the preview first, and the whole film once its end is reached and a slot is held', async () => {
  const { media, engine, claims } = setUp()
  engine.load(film('one'), 0)
  expect(media.src).toBe('/media/one/7p/preview/main.m3u8')
  await media.play()
  playTo(media, 58)
  expect(claims).toEqual([])
  playTo(media, 59.2)
  expect([media.src, claims[0]?.time]).toEqual(['/media/one/7p/preview/main.m3u8', 59.2])
  claims[0]?.answer('held')
  await turns()
  expect(media.src).toBe('/media/one/7p/main.m3u8')
  media.becomeReady()
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
  media.becomeReady()
  media.currentTime = 320
  media.pause()
  media.failToLoad()
  await turns()
  expect(facts.get().failure).toBeNull()
  await media.play()
  expect(claims).toHaveLength(2)
  claims[1]?.answer('held')
  await turns()
  media.becomeReady()
  expect(media.currentTime).toBe(320)
})

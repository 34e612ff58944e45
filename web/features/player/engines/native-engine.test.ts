import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { createNativeEngine } from './native-engine.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { FakeMedia } from '#test/fixtures/player/fake-media.ts'

function playTo(media: FakeMedia, time: number) {
  media.currentTime = time
  media.dispatchEvent(new Event('timeupdate'))
}

beforeEach(() => {
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

const stream = (name: string, preview_duration: number | null = 60) => ({
  manifest_url: `/media/${name}/7p/main.m3u8`,
  preview_duration,
})
const turns = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

function setUp() {
  const media = new FakeMedia()
  const state = createPlayerStore({ ...initialMediaState, duration: 600 })
  const claims: { time: number; answer: (claim: Claim) => void }[] = []
  const engine = createNativeEngine({
    media: media as unknown as HTMLVideoElement,
    state,
    refreshManifest: async () => stream('refreshed'),
    claim: () =>
      new Promise((resolve) =>
        claims.push({ time: state.getState().current_time, answer: resolve }),
      ),
    bandwidth: null,
    onBandwidth: () => {},
  })
  return { media, state, engine, claims }
}

test('plays the preview, then the full stream once its end is reached and a lease is held', async () => {
  const { media, engine, claims } = setUp()
  engine.load(stream('one'), 0)
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

test('keeps the duration of the full video while the preview plays', () => {
  const { media, state, engine } = setUp()
  engine.load(stream('one'), 0)
  state.setState({ duration: 60 })
  media.dispatchEvent(new Event('durationchange'))
  expect(state.getState().duration).toBe(600)
})

test('a position after the preview loads nothing until playback', async () => {
  const { media, state, engine, claims } = setUp()
  engine.load(stream('one'), 300)
  expect([media.src, claims.length, state.getState().current_time]).toEqual(['', 0, 300])
  await media.play()
  expect(claims.map(({ time }) => time)).toEqual([300])
  claims[0]?.answer('held')
  await turns()
  expect(media.src).toBe('/media/one/7p/main.m3u8')
})

test('a seek after the preview while paused waits for playback', async () => {
  const { media, engine, claims } = setUp()
  engine.load(stream('one'), 0)
  engine.seek(400)
  expect([media.currentTime, claims.length]).toEqual([0, 0])
  await media.play()
  expect(claims.map(({ time }) => time)).toEqual([400])
})

test('a lease lost while paused is no error, and play acquires it again', async () => {
  const { media, state, engine, claims } = setUp()
  engine.load(stream('one'), 300)
  await media.play()
  claims[0]?.answer('held')
  await turns()
  media.becomeReady()
  media.currentTime = 320
  media.pause()
  media.failToLoad()
  await turns()
  expect(state.getState().error).toBeNull()
  await media.play()
  expect(claims).toHaveLength(2)
  claims[1]?.answer('held')
  await turns()
  media.becomeReady()
  expect(media.currentTime).toBe(320)
})

import Hls from 'virtual:hls'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { createHlsEngine } from './hls-engine.ts'
import type { StreamSource } from './hls-source.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { FakeMedia } from '#test/fixtures/player/fake-media.ts'
import { SentRequest, sent } from '#test/fixtures/player/sent-request.ts'

beforeEach(() => {
  vi.useFakeTimers()
  SentRequest.sent = []
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('XMLHttpRequest', SentRequest)
  vi.stubGlobal(
    'MediaSource',
    class extends EventTarget {
      static isTypeSupported = () => true
    },
  )
  vi.stubGlobal('HTMLVideoElement', FakeMedia)
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:https://site.test/film')
  vi.stubGlobal('location', { href: 'https://site.test/video/1' })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const settle = () => vi.advanceTimersByTimeAsync(0)
const stream = (name: string, preview_duration: number | null = null): StreamSource => ({
  manifest_url: `https://site.test/media/${name}/main.m3u8`,
  preview_duration,
})
const problemBody = (code: string) =>
  new TextEncoder().encode(JSON.stringify({ code })).buffer as ArrayBuffer

function setUp() {
  const media = new FakeMedia()
  const state = createPlayerStore(initialMediaState)
  const refreshes: ((stream: StreamSource) => void)[] = []
  const claims: ((claim: Claim) => void)[] = []
  const engine = createHlsEngine(Hls, {
    media: media as unknown as HTMLVideoElement,
    state,
    refreshManifest: () => new Promise((resolve) => refreshes.push(resolve)),
    claim: () => new Promise((resolve) => claims.push(resolve)),
    bandwidth: 1e6,
    onBandwidth: () => {},
  })
  return { media, state, engine, refreshes, claims }
}

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f"
v360/index.m3u8
`
/** 20 s in segments of 4 s; the first 8 s are the preview. */
const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="init.mp4"
#EXT-X-KEY:METHOD=AES-128,URI="../keys/v360/0.key"
#EXTINF:4,
0/0.m4s
#EXTINF:4,
0/1.m4s
#EXT-X-KEY:METHOD=AES-128,URI="../keys/v360/1.key"
#EXTINF:4,
1/2.m4s
#EXTINF:4,
1/3.m4s
#EXTINF:4,
1/4.m4s
#EXT-X-ENDLIST
`

/** Responds to playlist requests, so that hls.js continues with keys and segments. */
async function answerPlaylists(name: string) {
  for (const [path, text] of [
    ['main.m3u8', master],
    ['v360/index.m3u8', playlist],
  ]) {
    await settle()
    const url = `https://site.test/media/${name}/${path}`
    SentRequest.sent.find((request) => request.url === url)?.answer(200, text)
  }
  await vi.advanceTimersByTimeAsync(200)
}
const requested = (pattern: RegExp) => sent().filter((url) => pattern.test(url))
const key = /keys\/v360\/[1-9]/
const segment = /v360\/[1-9]\/\d+\.m4s$/

test('a denied request while paused suspends loading; play acquires the lease and resumes', async () => {
  const { media, state, engine, refreshes, claims } = setUp()
  engine.load(stream('one', 60), 0)
  await settle()
  SentRequest.sent[0]?.answer(403)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([state.getState().error, refreshes.length, claims.length]).toEqual([null, 0, 0])
  SentRequest.sent = []
  await media.play()
  expect(claims).toHaveLength(1)
  claims[0]?.('held')
  await settle()
  expect(sent()).toEqual(['https://site.test/media/one/main.m3u8'])
  engine.destroy()
})

test('a position after the preview requests no key or segment until playback', async () => {
  const { media, state, engine } = setUp()
  engine.load(stream('one', 8), 14)
  await answerPlaylists('one')
  expect([requested(key), requested(segment)]).toEqual([[], []])
  expect(state.getState().held_for_play).toBe(true)
  await media.play()
  await settle()
  expect([requested(key).length, requested(segment).length]).toEqual([1, 0])
  expect(SentRequest.sent.find(({ url }) => key.test(url))?.headers).toMatchObject({
    'x-playback-position': '14.0',
  })
  expect(state.getState().held_for_play).toBe(false)
  SentRequest.sent.find(({ url }) => key.test(url))?.answer(200, new ArrayBuffer(16))
  await settle()
  expect(requested(segment)).toHaveLength(1)
  engine.destroy()
})

test('requests a key again once the missing lease is acquired', async () => {
  const { media, state, engine, claims } = setUp()
  engine.load(stream('one', 8), 14)
  await media.play()
  await answerPlaylists('one')
  SentRequest.sent.find(({ url }) => key.test(url))?.answer(409, problemBody('too_many_streams'))
  await settle()
  expect(claims).toHaveLength(1)
  SentRequest.sent = []
  claims[0]?.('lost')
  media.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent(), state.getState().error]).toEqual([[], null])
  // After the user takes over, playback is requested again.
  await media.play()
  claims[1]?.('held')
  await vi.advanceTimersByTimeAsync(200)
  expect(requested(key)).toHaveLength(1)
  engine.destroy()
})

test('retries a rejected position in bounded attempts', async () => {
  const { media, state, engine } = setUp()
  engine.load(stream('one', 8), 14)
  await media.play()
  await answerPlaylists('one')
  let denied = 0
  for (let second = 0; second < 40 && state.getState().error === null; second++) {
    const pending = SentRequest.sent.filter(({ url, status }) => key.test(url) && status === 0)
    for (const request of pending) request.answer(409, problemBody('playback_position_required'))
    denied += pending.length
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([denied, state.getState().error]).toEqual([5, 'network'])
  engine.destroy()
})

import Hls from 'hls.js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { createHlsEngine } from './hls-engine.ts'
import type { HorizontalPlayer } from './hls-source.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { FakeMedia } from './testing/fake-media.ts'
import { SentRequest, sent } from './testing/sent-request.ts'

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
const film = (name: string, preview_duration: number | null = null): HorizontalPlayer => ({
  manifest_url: `https://site.test/media/${name}/main.m3u8`,
  preview_duration,
})
const refusal = (code: string) =>
  new TextEncoder().encode(JSON.stringify({ code })).buffer as ArrayBuffer

function setUp() {
  const media = new FakeMedia()
  const facts = createFactStore(initialMediaState)
  const renewals: ((film: HorizontalPlayer) => void)[] = []
  const claims: ((claim: Claim) => void)[] = []
  const engine = createHlsEngine(Hls, {
    media: media as unknown as HTMLVideoElement,
    facts,
    renew: () => new Promise((resolve) => renewals.push(resolve)),
    claim: () => new Promise((resolve) => claims.push(resolve)),
    bandwidth: 1e6,
    onBandwidth: () => {},
  })
  return { media, facts, engine, renewals, claims }
}

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f"
v360/index.m3u8
`
/** 20 s in segments of 4, of which the first 8 s are the preview. */
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

/** Answers the playlists of a film, so that hls.js goes on to keys and segments. */
async function answerPlaylists(name: string) {
  for (const [path, text] of [
    ['main.m3u8', master],
    ['v360/index.m3u8', playlist],
  ]) {
    await settle()
    const url = `https://site.test/media/${name}/${path}`
    SentRequest.sent.find((one) => one.url === url)?.answer(200, text)
  }
  await vi.advanceTimersByTimeAsync(200)
}
const requested = (pattern: RegExp) => sent().filter((url) => pattern.test(url))
const key = /keys\/v360\/[1-9]/
const segment = /v360\/[1-9]\/\d+\.m4s$/

test('a refusal while paused stops loading quietly; play takes the slot and goes on', async () => {
  const { media, facts, engine, renewals, claims } = setUp()
  engine.load(film('one', 60), 0)
  await settle()
  SentRequest.sent[0]?.answer(403)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([facts.get().failure, renewals.length, claims.length]).toEqual([null, 0, 0])
  SentRequest.sent = []
  await media.play()
  expect(claims).toHaveLength(1)
  claims[0]?.('held')
  await settle()
  expect(sent()).toEqual(['https://site.test/media/one/main.m3u8'])
  engine.destroy()
})

test('a film that was left beyond its preview requests nothing of it until play is pressed', async () => {
  const { media, facts, engine } = setUp()
  engine.load(film('one', 8), 14)
  await answerPlaylists('one')
  expect([requested(key), requested(segment)]).toEqual([[], []])
  expect(facts.get().held_for_play).toBe(true)
  await media.play()
  await settle()
  expect([requested(key).length, requested(segment).length]).toEqual([1, 0])
  expect(SentRequest.sent.find(({ url }) => key.test(url))?.headers).toMatchObject({
    'x-playback-position': '14.0',
  })
  expect(facts.get().held_for_play).toBe(false)
  SentRequest.sent.find(({ url }) => key.test(url))?.answer(200, new ArrayBuffer(16))
  await settle()
  expect(requested(segment)).toHaveLength(1)
  engine.destroy()
})

test('a key that is refused for want of a slot is asked for again once the slot is taken', async () => {
  const { media, facts, engine, claims } = setUp()
  engine.load(film('one', 8), 14)
  await media.play()
  await answerPlaylists('one')
  SentRequest.sent.find(({ url }) => key.test(url))?.answer(409, refusal('too_many_streams'))
  await settle()
  expect(claims).toHaveLength(1)
  SentRequest.sent = []
  claims[0]?.('lost')
  media.pause()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([sent(), facts.get().failure]).toEqual([[], null])
  // Taken over by the viewer, playback is asked for again.
  await media.play()
  claims[1]?.('held')
  await vi.advanceTimersByTimeAsync(200)
  expect(requested(key)).toHaveLength(1)
  engine.destroy()
})

test('a position that is too early is told again, and no oftener than its tries', async () => {
  const { media, facts, engine } = setUp()
  engine.load(film('one', 8), 14)
  await media.play()
  await answerPlaylists('one')
  let refused = 0
  for (let second = 0; second < 40 && facts.get().failure === null; second++) {
    const asked = SentRequest.sent.filter(({ url, status }) => key.test(url) && status === 0)
    for (const one of asked) one.answer(409, refusal('playback_position_required'))
    refused += asked.length
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect([refused, facts.get().failure]).toEqual([5, 'network'])
  engine.destroy()
})

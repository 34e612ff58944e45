import type { Problem } from '#contract/problem.ts'
import { ApiError } from '#web/api/client.ts'
import Hls from 'hls.js'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, EngineOptions } from './engine-types.ts'
import { createFactStore } from '#web/features/player/core/media-state.ts'
import { initialMediaState } from '#web/features/player/core/media-state.ts'
import { createHlsEngine } from './hls-engine.ts'
import { createNativeEngine } from './native-engine.ts'
import type { HorizontalPlayer } from './hls-source.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { FakeMedia } from './testing/fake-media.ts'
import { SentRequest, sent } from './testing/sent-request.ts'

/** What the contract asks about an engine whose requests and element are fakes. */
type Stream = {
  /** Name of the film whose manifest was opened last, null after it was let go. */
  opened(): Promise<string | null>
  /** Lets the film that was opened last begin, and returns a second within 4 s after which its playback is. */
  begin(): Promise<number>
  /** Refuses what is being loaded with this status, or breaks the connection. */
  refuse(status: 403 | 'connection lost'): Promise<void>
  /** Lets a film that is sold, loaded after its preview, ask for the stream slot once it plays. */
  needSlot(): Promise<void>
}

/** Seconds of a segment. */
const segment = 4
const settle = () => vi.advanceTimersByTimeAsync(0)
const nameOf = (url: string | undefined) => /\/media\/([^/]+)\//.exec(url ?? '')?.[1] ?? null

const master = `#EXTM3U
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.64001f"
v360/index.m3u8
`
const playlist = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:${segment}
#EXT-X-PLAYLIST-TYPE:VOD
#EXT-X-MAP:URI="init.mp4"
${Array.from({ length: 20 }, (_, at) => `#EXTINF:${segment},\n${at}.m4s`).join('\n')}
#EXT-X-ENDLIST
`

const hlsStream = (media: FakeMedia): Stream => ({
  async opened() {
    await settle()
    return media.src === '' ? null : nameOf(sent().findLast((url) => url.endsWith('/main.m3u8')))
  },
  async begin() {
    const requests = SentRequest.sent
    await settle()
    requests.findLast(({ url }) => url.endsWith('/main.m3u8'))!.answer(200, master)
    await settle()
    requests.findLast(({ url }) => url.endsWith('/index.m3u8'))!.answer(200, playlist)
    await vi.advanceTimersByTimeAsync(200)
    media.readyState = 1
    const first = /\/(\d+)\.m4s$/.exec(sent().findLast((url) => url.endsWith('.m4s')) ?? '')
    return Number(first?.[1]) * segment
  },
  async refuse(status) {
    await settle()
    if (status === 403) SentRequest.sent.at(-1)!.answer(403)
    // hls.js tries again by itself before it reports the error.
    else
      for (let second = 0; second < 20; second++) {
        for (const request of SentRequest.sent) if (request.status === 0) request.answer(599)
        await vi.advanceTimersByTimeAsync(1_000)
      }
    await settle()
  },
  async needSlot() {
    await this.refuse(403)
  },
})

const nativeStream = (media: FakeMedia): Stream => ({
  opened: async () => nameOf(media.src),
  async begin() {
    await settle()
    media.becomeReady()
    return media.currentTime
  },
  // The element does not tell which it was.
  async refuse() {
    media.failToLoad()
    await settle()
  },
  async needSlot() {},
})

const engines: [string, (needs: EngineOptions) => Engine, (media: FakeMedia) => Stream][] = [
  ['hls.js', (needs) => createHlsEngine(Hls, needs), hlsStream],
  ['native HLS', createNativeEngine, nativeStream],
]

let connection: { onLine: boolean }
let page: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  SentRequest.sent = []
  connection = { onLine: true }
  page = new EventTarget()
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('XMLHttpRequest', SentRequest)
  vi.stubGlobal(
    'MediaSource',
    class extends EventTarget {
      static isTypeSupported = () => true
    },
  )
  vi.stubGlobal('HTMLVideoElement', FakeMedia)
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:https://site.test/film')
  vi.stubGlobal('location', { href: 'https://site.test/video/1' })
  vi.stubGlobal('navigator', connection)
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe.each(engines)('engine: %s', (_, create, streamOf) => {
  const film = (name: string): HorizontalPlayer => ({
    manifest_url: `https://site.test/media/${name}/main.m3u8`,
    preview_duration: null,
  })
  type Renewal = {
    give: (name: string) => Promise<void>
    refuse: (error: unknown) => Promise<void>
  }

  function setUp() {
    const media = new FakeMedia()
    const facts = createFactStore({ ...initialMediaState, duration: 80 })
    const renewals: Renewal[] = []
    const claims: ((claim: Claim) => void)[] = []
    const engine = create({
      media: media as unknown as HTMLVideoElement,
      facts,
      renew: () =>
        new Promise((resolve, reject) =>
          renewals.push({
            async give(name) {
              resolve(film(name))
              await settle()
            },
            async refuse(error) {
              reject(error)
              await settle()
            },
          }),
        ),
      claim: () => new Promise((resolve) => claims.push(resolve)),
      bandwidth: 1e6,
      onBandwidth: () => {},
    })
    return { media, facts, engine, renewals, claims, stream: streamOf(media) }
  }
  /** Loads the first film, plays it and refuses it, so that its address is being renewed. */
  async function renewing(at = 0) {
    const parts = setUp()
    parts.engine.load(film('one'), at)
    await parts.media.play()
    await parts.stream.refuse(403)
    expect(parts.renewals).toHaveLength(1)
    return { ...parts, renewal: parts.renewals[0]! }
  }

  test.each([0, 30])('loads a film and begins at second %d', async (at) => {
    const { engine, stream, facts } = setUp()
    engine.load(film('one'), at)
    expect(await stream.opened()).toBe('one')
    expect(Math.floor((await stream.begin()) / segment)).toBe(Math.floor(at / segment))
    expect(facts.get().failure).toBeNull()
    engine.destroy()
  })

  test('does not play by itself', async () => {
    const { engine, stream, media } = setUp()
    engine.load(film('one'), 0)
    await stream.begin()
    expect(media.paused).toBe(true)
    engine.destroy()
  })

  test('puts the next film in the place of the first', async () => {
    const { engine, stream } = setUp()
    engine.load(film('one'), 30)
    engine.load(film('two'), 8)
    expect(await stream.opened()).toBe('two')
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('moves the playhead', async () => {
    const { engine, stream, media } = setUp()
    engine.load(film('one'), 0)
    await stream.begin()
    engine.seek(20)
    expect(media.currentTime).toBe(20)
    engine.destroy()
  })

  test('begins where the viewer sought before it could', async () => {
    const { engine, stream } = setUp()
    engine.load(film('one'), 30)
    engine.seek(12)
    expect(await stream.begin()).toBe(12)
    engine.destroy()
  })

  test('goes on at the same second, playing, with a renewed address', async () => {
    const { engine, stream, media, renewal } = await renewing(30)
    await renewal.give('one-renewed')
    expect([await stream.opened(), media.paused]).toEqual(['one-renewed', false])
    expect(Math.floor((await stream.begin()) / segment)).toBe(7)
    engine.destroy()
  })

  test('stays paused where playback was paused while the address was renewed', async () => {
    const { engine, stream, media, renewal } = await renewing()
    media.pause()
    await renewal.give('one-renewed')
    expect([await stream.opened(), media.paused]).toEqual(['one-renewed', true])
    engine.destroy()
  })

  test('goes on where the viewer sought while the address was renewed', async () => {
    const { engine, stream, renewal } = await renewing(30)
    engine.seek(12)
    await renewal.give('one-renewed')
    expect(await stream.begin()).toBe(12)
    engine.destroy()
  })

  test('ignores a renewed address of the film before', async () => {
    const { engine, stream, media, facts, renewal } = await renewing(30)
    engine.load(film('two'), 8)
    const before = facts.get()
    await renewal.give('one-renewed')
    expect([await stream.opened(), media.paused, facts.get()]).toEqual(['two', true, before])
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('ignores that the address of the film before was not renewed', async () => {
    const { engine, stream, facts, renewal } = await renewing()
    engine.load(film('two'), 0)
    await renewal.refuse(new TypeError('fetch failed'))
    expect([await stream.opened(), facts.get().failure]).toEqual(['two', null])
    engine.destroy()
  })

  test('ignores a stream slot that was taken for the film before', async () => {
    const { engine, stream, media, claims } = setUp()
    engine.load({ ...film('one'), preview_duration: 40 }, 60)
    await stream.needSlot()
    await media.play()
    expect(claims).toHaveLength(1)
    engine.load(film('two'), 8)
    claims[0]!('held')
    await settle()
    expect([await stream.opened(), media.paused]).toEqual(['two', true])
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('renews the address of the next film while that of the first is being renewed', async () => {
    const { engine, stream, media, renewals } = await renewing()
    engine.load(film('two'), 8)
    await media.play()
    await stream.refuse(403)
    expect(renewals).toHaveLength(2)
    await renewals[0]!.give('one-renewed')
    await renewals[1]!.give('two-renewed')
    expect(await stream.opened()).toBe('two-renewed')
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test.each([
    ['refused', new ApiError({ status: 403 } as Problem)],
    ['network', new TypeError('fetch failed')],
  ] as const)('fails as %s where no address is given', async (failure, error) => {
    const { engine, facts, renewal } = await renewing()
    await renewal.refuse(error)
    expect(facts.get().failure).toBe(failure)
    engine.destroy()
  })

  test('waits for the connection, and goes on where it stood', async () => {
    const { engine, stream, media, facts, renewals } = setUp()
    engine.load(film('one'), 30)
    await stream.begin()
    await media.play()
    media.currentTime = 33
    connection.onLine = false
    await stream.refuse('connection lost')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([facts.get().failure, renewals.length]).toEqual([null, 0])
    connection.onLine = true
    page.dispatchEvent(new Event('online'))
    await settle()
    expect([await stream.opened(), facts.get().failure]).toEqual(['one', null])
    engine.destroy()
  })

  test('does nothing more after it was destroyed', async () => {
    const { engine, stream, media, facts, renewal } = await renewing()
    engine.destroy()
    const before = facts.get()
    await renewal.give('one-renewed')
    await media.play()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await stream.opened(), facts.get()]).toEqual([null, before])
  })
})

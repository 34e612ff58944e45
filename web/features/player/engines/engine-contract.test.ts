import type { Problem } from '#contract/problem.ts'
import { ApiError } from '#web/api/api-errors.ts'
import Hls from 'virtual:hls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, EngineOptions } from './engine-types.ts'
import { createPlayerStore, initialMediaState } from '#web/features/player/core/media-state.ts'
import { createHlsEngine } from './hls-engine.ts'
import { createNativeEngine } from './native-engine.ts'
import type { StreamSource } from './hls-source.ts'
import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import { createRanges, FakeMedia } from '#test/fixtures/player/fake-media.ts'
import { SentRequest, sent } from '#test/fixtures/player/sent-request.ts'

/** Controls the fake requests and media element of an engine. */
type Stream = {
  /** Name of the stream whose manifest was opened last, null after it was released. */
  opened(): Promise<string | null>
  /** Starts the stream that was opened last and returns a second less than 4 s before its position. */
  begin(): Promise<number>
  /** Fails the current request with this status, or by a lost connection. */
  refuse(status: 403 | 'connection lost'): Promise<void>
  /** Makes a paid stream request the lease at its next playback. */
  needSlot(): Promise<void>
}

/** Segment duration in seconds. */
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
${Array.from({ length: 20 }, (_, position) => `#EXTINF:${segment},\n${position}.m4s`).join('\n')}
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
    // hls.js retries before it reports the error.
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
  // `MediaError` has no status.
  async refuse() {
    media.failToLoad()
    await settle()
  },
  async needSlot() {},
})

const engines: [string, (options: EngineOptions) => Engine, (media: FakeMedia) => Stream][] = [
  ['hls.js', (options) => createHlsEngine(Hls, options), hlsStream],
  ['native HLS', createNativeEngine, nativeStream],
]

let connection: { onLine: boolean }
let windowEvents: EventTarget
beforeEach(() => {
  vi.useFakeTimers()
  SentRequest.sent = []
  connection = { onLine: true }
  windowEvents = new EventTarget()
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
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents))
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe.each(engines)('engine: %s', (_, create, streamOf) => {
  const source = (name: string): StreamSource => ({
    manifest_url: `https://site.test/media/${name}/main.m3u8`,
    preview_duration: null,
  })
  type Refresh = {
    give: (name: string) => Promise<void>
    refuse: (error: unknown) => Promise<void>
  }

  function setUp() {
    const media = new FakeMedia()
    const state = createPlayerStore({ ...initialMediaState, duration: 80 })
    const refreshes: Refresh[] = []
    const claims: ((claim: Claim) => void)[] = []
    const engine = create({
      media: media as unknown as HTMLVideoElement,
      state,
      refreshManifest: () =>
        new Promise((resolve, reject) =>
          refreshes.push({
            async give(name) {
              resolve(source(name))
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
    return { media, state, engine, refreshes, claims, stream: streamOf(media) }
  }
  /** Loads and plays the first stream and denies it, so that its manifest is being refreshed. */
  async function startRefresh(position = 0) {
    const setup = setUp()
    setup.engine.load(source('one'), position)
    await setup.media.play()
    await setup.stream.refuse(403)
    expect(setup.refreshes).toHaveLength(1)
    return { ...setup, refresh: setup.refreshes[0]! }
  }

  test.each([0, 30])('loads a stream and starts at second %d', async (position) => {
    const { engine, stream, state } = setUp()
    engine.load(source('one'), position)
    expect(await stream.opened()).toBe('one')
    expect(Math.floor((await stream.begin()) / segment)).toBe(Math.floor(position / segment))
    expect(state.getState().error).toBeNull()
    engine.destroy()
  })

  test('does not autoplay', async () => {
    const { engine, stream, media } = setUp()
    engine.load(source('one'), 0)
    await stream.begin()
    expect(media.paused).toBe(true)
    engine.destroy()
  })

  test('replaces the first stream with the next', async () => {
    const { engine, stream } = setUp()
    engine.load(source('one'), 30)
    engine.load(source('two'), 8)
    expect(await stream.opened()).toBe('two')
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('moves the playhead', async () => {
    const { engine, stream, media } = setUp()
    engine.load(source('one'), 0)
    await stream.begin()
    engine.seek(20)
    expect(media.currentTime).toBe(20)
    engine.destroy()
  })

  /** Seeks to second 20 while playing, and records the seeks of the element. The seek does not finish. */
  async function startSeek(buffered: ReturnType<typeof createRanges>) {
    const setup = setUp()
    const { engine, media, stream } = setup
    engine.load(source('one'), 0)
    await stream.begin()
    await media.play()
    const seeks: number[] = []
    media.addEventListener('seeking', () => seeks.push(media.currentTime))
    media.buffered = buffered
    media.seeking = true
    engine.seek(20)
    return { ...setup, seeks }
  }

  test('repeats a seek that does not finish although its position is buffered', async () => {
    const { engine, media, seeks } = await startSeek(createRanges([0.17, 40]))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seeks).toEqual([20, 20])
    media.seeking = false
    media.readyState = 4
    media.dispatchEvent(new Event('seeked'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seeks).toEqual([20, 20])
    engine.destroy()
  })

  test('repeats no seek whose position is not buffered', async () => {
    const { engine, media, seeks } = await startSeek(createRanges([0.17, 12]))
    await vi.advanceTimersByTimeAsync(10_000)
    expect([seeks, media.currentTime]).toEqual([[20], 20])
    engine.destroy()
  })

  test('starts at a position sought before loading', async () => {
    const { engine, stream } = setUp()
    engine.load(source('one'), 30)
    engine.seek(12)
    expect(await stream.begin()).toBe(12)
    engine.destroy()
  })

  test('continues playing at the same second with a refreshed URL', async () => {
    const { engine, stream, media, refresh } = await startRefresh(30)
    await refresh.give('one-refreshed')
    expect([await stream.opened(), media.paused]).toEqual(['one-refreshed', false])
    expect(Math.floor((await stream.begin()) / segment)).toBe(7)
    engine.destroy()
  })

  test('stays paused if paused during the refresh', async () => {
    const { engine, stream, media, refresh } = await startRefresh()
    media.pause()
    await refresh.give('one-refreshed')
    expect([await stream.opened(), media.paused]).toEqual(['one-refreshed', true])
    engine.destroy()
  })

  test('continues at a position sought during the refresh', async () => {
    const { engine, stream, refresh } = await startRefresh(30)
    engine.seek(12)
    await refresh.give('one-refreshed')
    expect(await stream.begin()).toBe(12)
    engine.destroy()
  })

  test('ignores a refreshed URL of the previous stream', async () => {
    const { engine, stream, media, state, refresh } = await startRefresh(30)
    engine.load(source('two'), 8)
    const stateBefore = state.getState()
    await refresh.give('one-refreshed')
    expect([await stream.opened(), media.paused, state.getState()]).toEqual([
      'two',
      true,
      stateBefore,
    ])
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('ignores a failed refresh of the previous stream', async () => {
    const { engine, stream, state, refresh } = await startRefresh()
    engine.load(source('two'), 0)
    await refresh.refuse(new TypeError('fetch failed'))
    expect([await stream.opened(), state.getState().error]).toEqual(['two', null])
    engine.destroy()
  })

  test('ignores a lease acquired for the previous stream', async () => {
    const { engine, stream, media, claims } = setUp()
    engine.load({ ...source('one'), preview_duration: 40 }, 60)
    await stream.needSlot()
    await media.play()
    expect(claims).toHaveLength(1)
    engine.load(source('two'), 8)
    claims[0]!('held')
    await settle()
    expect([await stream.opened(), media.paused]).toEqual(['two', true])
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test('refreshes the URL of the next stream during the refresh of the first', async () => {
    const { engine, stream, media, refreshes } = await startRefresh()
    engine.load(source('two'), 8)
    await media.play()
    await stream.refuse(403)
    expect(refreshes).toHaveLength(2)
    await refreshes[0]!.give('one-refreshed')
    await refreshes[1]!.give('two-refreshed')
    expect(await stream.opened()).toBe('two-refreshed')
    expect(await stream.begin()).toBe(8)
    engine.destroy()
  })

  test.each([
    ['refused', new ApiError({ status: 403 } as Problem)],
    ['network', new TypeError('fetch failed')],
  ] as const)('fails as %s if the refresh fails', async (code, error) => {
    const { engine, state, refresh } = await startRefresh()
    await refresh.refuse(error)
    expect(state.getState().error).toBe(code)
    engine.destroy()
  })

  test('waits for the connection and continues at the same position', async () => {
    const { engine, stream, media, state, refreshes } = setUp()
    engine.load(source('one'), 30)
    await stream.begin()
    await media.play()
    media.currentTime = 33
    connection.onLine = false
    await stream.refuse('connection lost')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([state.getState().error, refreshes.length]).toEqual([null, 0])
    connection.onLine = true
    windowEvents.dispatchEvent(new Event('online'))
    await settle()
    expect([await stream.opened(), state.getState().error]).toEqual(['one', null])
    engine.destroy()
  })

  test('does nothing after destroy', async () => {
    const { engine, stream, media, state, refresh } = await startRefresh()
    engine.destroy()
    const stateBefore = state.getState()
    await refresh.give('one-refreshed')
    await media.play()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([await stream.opened(), state.getState()]).toEqual([null, stateBefore])
  })
})

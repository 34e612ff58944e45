import type { LoaderCallbacks, LoaderContext } from 'hls.js'
import Hls from 'virtual:hls'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createKeyGate, isKeyDue, keyPeriod } from './key-gate.ts'
import { SentRequest, sent } from '#test/fixtures/player/sent-request.ts'

const player = 'player-name-of-16'
const keyUrl = (period: number) => `https://site.test/media/grant/7p/keys/v720/${period}.key`

/** Runs promise callbacks without advancing the clock. */
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  vi.useFakeTimers()
  SentRequest.sent = []
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('XMLHttpRequest', SentRequest)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Loads a URL with the loader of hls.js, as its key and fragment loaders do. */
function load(gate: ReturnType<typeof createKeyGate>, url: string, frag: object = {}) {
  const config = { ...Hls.DefaultConfig, xhrSetup: gate.setUp }
  const loader = new config.loader(config)
  const outcome: string[] = []
  const loadPolicy = config.keyLoadPolicy.default
  const callbacks: LoaderCallbacks<LoaderContext> = {
    onSuccess: () => outcome.push('success'),
    onError: ({ code }) => outcome.push(`error ${code}`),
    onTimeout: () => outcome.push('timeout'),
    onAbort: () => outcome.push('abort'),
  }
  loader.load(
    { url, responseType: 'arraybuffer', frag } as unknown as LoaderContext,
    {
      loadPolicy,
      timeout: loadPolicy.maxLoadTimeMs,
      maxRetry: 0,
      retryDelay: 0,
      maxRetryDelay: 0,
    },
    callbacks,
  )
  return { loader, outcome }
}

/** A segment as hls.js passes it to its loader. */
const segment = (period: number) => ({
  decryptdata: { uri: keyUrl(period) },
  stats: { loading: { start: 0 } },
})
const segmentUrl = (period: number) => `https://site.test/media/grant/7p/v720/${period}/9.m4s`

test('reads the period from key URLs only', () => {
  expect(keyPeriod(keyUrl(3))).toBe(3)
  expect(keyPeriod(keyUrl(0))).toBe(0)
  expect(keyPeriod(segmentUrl(1))).toBeNull()
})

test.each([
  [60, 49.9, false],
  [60, 50, true],
  [60, 300, true],
  // Half of a preview shorter than 20 s, so that a video at its start never requests the key.
  [8, 0, false],
  [8, 4, true],
])('with a preview of %d s, at %d s the next key is due: %s', (preview, position, due) => {
  expect(isKeyDue(position, preview)).toBe(due)
})

describe('a key after the preview', () => {
  test.each([
    ['is not requested without a media element', null],
    [
      'is not requested while paused near the end of the preview',
      { is_playing: false, position: 55 },
    ],
    ['is not requested while paused beyond the preview', { is_playing: false, position: 300 }],
    [
      'is not requested while the preview plays far from its end',
      { is_playing: true, position: 49 },
    ],
  ])('%s', async (_, state) => {
    const gate = createKeyGate(60, player)
    const { outcome } = load(gate, keyUrl(1))
    if (state) gate.update(state)
    await settle()
    expect(sent()).toEqual([])
    expect(gate.isHolding()).toBe(true)
    // The wait never times out, even after an hour.
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect([sent(), outcome]).toEqual([[], []])
  })

  test('is requested within 10 s of the end of the preview, with player and position', async () => {
    const gate = createKeyGate(60, player)
    const { outcome } = load(gate, keyUrl(1))
    gate.update({ is_playing: true, position: 49 })
    await settle()
    gate.update({ is_playing: true, position: 51.26 })
    await settle()
    expect(sent()).toEqual([keyUrl(1)])
    expect(SentRequest.sent[0]?.headers).toEqual({
      'x-playback-player': player,
      'x-playback-position': '51.3',
    })
    expect(gate.isHolding()).toBe(false)
    SentRequest.sent[0]?.answer(200, new ArrayBuffer(16))
    expect(outcome).toEqual(['success'])
  })

  test('is not requested after its load is aborted, as by a seek back', async () => {
    const gate = createKeyGate(60, player)
    const { loader, outcome } = load(gate, keyUrl(1))
    await settle()
    loader.abort()
    expect(outcome).toEqual(['abort'])
    gate.update({ is_playing: true, position: 55 })
    await settle()
    expect(sent()).toEqual([])
  })
})

test('requests key and segments of the preview immediately', async () => {
  const gate = createKeyGate(60, player)
  load(gate, keyUrl(0))
  load(gate, segmentUrl(0), segment(0))
  await settle()
  expect(sent()).toEqual([keyUrl(0), segmentUrl(0)])
  expect(SentRequest.sent[0]?.headers).toMatchObject({ 'x-playback-position': '0.0' })
})

test('segments after the preview wait for their key, and the wait is excluded from time to first byte', async () => {
  const gate = createKeyGate(60, player)
  const frag = segment(1)
  load(gate, segmentUrl(1), frag)
  load(gate, keyUrl(1))
  gate.update({ is_playing: true, position: 55 })
  await settle()
  expect(sent()).toEqual([keyUrl(1)])
  await vi.advanceTimersByTimeAsync(500)
  const now = performance.now()
  SentRequest.sent[0]?.answer(200, new ArrayBuffer(16))
  await settle()
  expect(sent()).toEqual([keyUrl(1), segmentUrl(1)])
  expect(frag.stats.loading.start).toBe(now)
  // Segments of other periods still wait for their own key.
  load(gate, segmentUrl(2), segment(2))
  load(gate, segmentUrl(1), segment(1))
  await settle()
  expect(sent()).toEqual([keyUrl(1), segmentUrl(1), segmentUrl(1)])
})

test('a denied key releases no segment', async () => {
  const gate = createKeyGate(60, player)
  load(gate, segmentUrl(1), segment(1))
  const { outcome } = load(gate, keyUrl(1))
  gate.update({ is_playing: true, position: 55 })
  await settle()
  SentRequest.sent[0]?.answer(409)
  await settle()
  expect([outcome, sent()]).toEqual([['error 409'], [keyUrl(1)]])
})

test('holds back nothing of a free video', async () => {
  const gate = createKeyGate(null, player)
  load(gate, keyUrl(1))
  load(gate, segmentUrl(1), segment(1))
  await settle()
  expect(sent()).toEqual([keyUrl(1), segmentUrl(1)])
})

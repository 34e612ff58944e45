import { authStore } from '#web/session/auth-store.ts'
import { localStore } from '#web/lib/browser-storage.ts'

/** The status of a check: `fair` plays, but not at best quality. */
export type CheckStatus = 'good' | 'fair' | 'bad'

/** The result of a check. `figures` are interpolated into the messages and the report. */
export type CheckResult = {
  status: CheckStatus
  finding: string
  figures: Record<string, number | string>
}

export const checkNames = [
  'engine',
  'codecs',
  'decoding',
  'network',
  'throughput',
  'socket',
  'storage',
  'autoplay',
] as const
export type CheckName = (typeof checkNames)[number]

/** Our renditions: the shorter side and the codec string of the H.264 level. */
const renditions = [
  { height: 360, codec: 'avc1.64001e' },
  { height: 540, codec: 'avc1.64001f' },
  { height: 720, codec: 'avc1.64001f' },
  { height: 1080, codec: 'avc1.640028' },
] as const

type MediaSourceLike = { isTypeSupported(type: string): boolean }

function mediaSource(): MediaSourceLike | undefined {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: MediaSourceLike }
  return globalThis.MediaSource ?? ManagedMediaSource
}

function hasNativeHls(): boolean {
  return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
}

/** Whether streams are played by media source extensions or by the browser's own HLS. */
function engine(): CheckResult {
  if (mediaSource()) return { status: 'good', finding: 'mse', figures: {} }
  if (hasNativeHls()) return { status: 'good', finding: 'native', figures: {} }
  return { status: 'bad', finding: 'none', figures: {} }
}

function codecs(): CheckResult {
  const sources = mediaSource()
  const video = document.createElement('video')
  const canPlay = (type: string) =>
    sources ? sources.isTypeSupported(type) : video.canPlayType(type) !== ''
  const hasSound = canPlay('audio/mp4; codecs="mp4a.40.2"')
  const heights = renditions
    .filter(({ codec }) => canPlay(`video/mp4; codecs="${codec}"`))
    .map(({ height }) => height)
  const height = Math.max(0, ...heights)
  const status = !hasSound || height === 0 ? 'bad' : height < 1080 ? 'fair' : 'good'
  const finding = height === 0 ? 'no_video' : hasSound ? 'up_to' : 'no_sound'
  return { status, finding, figures: { height } }
}

/** Whether 1080p at 30 fps is decoded without dropping frames. */
async function decoding(): Promise<CheckResult> {
  const capabilities = navigator.mediaCapabilities as MediaCapabilities | undefined
  if (!capabilities) return { status: 'fair', finding: 'unknown', figures: {} }
  const info = await capabilities.decodingInfo({
    type: mediaSource() ? 'media-source' : 'file',
    video: {
      contentType: 'video/mp4; codecs="avc1.640028"',
      width: 1920,
      height: 1080,
      bitrate: 5_000_000,
      framerate: 30,
    },
  })
  if (!info.supported) return { status: 'fair', finding: 'no', figures: {} }
  return {
    status: info.smooth ? 'good' : 'fair',
    finding: info.smooth ? (info.powerEfficient ? 'hardware' : 'software') : 'slow',
    figures: {},
  }
}

/** The median; 0 without values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return 0
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Round trip to our server in ms, the median of five. */
async function network(): Promise<CheckResult> {
  const times: number[] = []
  for (let count = 0; count < 5; count++) {
    const start = performance.now()
    const response = await fetch('/healthz', {
      cache: 'no-store',
      signal: AbortSignal.timeout(5000),
    })
    await response.arrayBuffer()
    times.push(performance.now() - start)
  }
  const ms = Math.round(median(times))
  return { status: ms < 150 ? 'good' : ms < 500 ? 'fair' : 'bad', finding: 'ms', figures: { ms } }
}

/** Rates a throughput against our renditions; the 1080p rendition is about 5 Mbit/s. */
export function rateThroughput(mbps: number): CheckStatus {
  return mbps >= 6 ? 'good' : mbps >= 1.5 ? 'fair' : 'bad'
}

/** As many as browsers open connections for with HTTP/1.1. */
const parallelFetches = 6

/**
 * Mbit/s from our server, measured by refetching the largest file of this page for about a second. Counts compressed
 * bytes. Several at once, as a single small file is bound by the round trip.
 */
async function throughput(): Promise<CheckResult> {
  const largest = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter((entry) => new URL(entry.name).origin === location.origin)
    .toSorted((a, b) => b.encodedBodySize - a.encodedBodySize)[0]
  if (!largest || largest.encodedBodySize === 0)
    return { status: 'fair', finding: 'unknown', figures: {} }
  const start = performance.now()
  let bytes = 0
  async function refetch() {
    do {
      const response = await fetch(largest!.name, {
        cache: 'reload',
        signal: AbortSignal.timeout(10_000),
      })
      await response.arrayBuffer()
      bytes += largest!.encodedBodySize
    } while (performance.now() - start < 1000)
  }
  await Promise.all(Array.from({ length: parallelFetches }, refetch))
  const mbps = Math.round((bytes * 8) / (performance.now() - start) / 100) / 10
  return { status: rateThroughput(mbps), finding: 'mbps', figures: { mbps } }
}

/** The watch progress socket, which is for members. Without it progress is sent by ordinary requests. */
async function socket(): Promise<CheckResult> {
  if (authStore.getState().state !== 'signed_in')
    return { status: 'good', finding: 'visitor', figures: {} }
  return new Promise((resolve) => {
    const url = new URL('/ws/watch-history/', location.href)
    url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const connection = new WebSocket(url)
    const finish = (finding: 'open' | 'closed') => {
      clearTimeout(timer)
      connection.close()
      resolve({ status: finding === 'open' ? 'good' : 'fair', finding, figures: {} })
    }
    const timer = setTimeout(() => finish('closed'), 4000)
    connection.addEventListener('open', () => finish('open'))
    connection.addEventListener('error', () => finish('closed'))
  })
}

async function storage(): Promise<CheckResult> {
  const key = 'hanpyeon.storage-test'
  if (!localStore.setItem(key, '1')) return { status: 'fair', finding: 'refused', figures: {} }
  localStore.removeItem(key)
  const estimate = await (navigator.storage as StorageManager | undefined)?.estimate()
  const megabytes = Math.round(((estimate?.quota ?? 0) - (estimate?.usage ?? 0)) / 1e6)
  return { status: 'good', finding: 'kept', figures: { megabytes } }
}

/** Whether sound starts after a click, as our player starts. */
async function autoplay(): Promise<CheckResult> {
  const context = new AudioContext()
  try {
    const element = new Audio()
    element.srcObject = context.createMediaStreamDestination().stream
    await element.play()
    element.pause()
    return { status: 'good', finding: 'allowed', figures: {} }
  } catch {
    return { status: 'fair', finding: 'refused', figures: {} }
  } finally {
    await context.close()
  }
}

const checks: Record<CheckName, () => CheckResult | Promise<CheckResult>> = {
  engine,
  codecs,
  decoding,
  network,
  throughput,
  socket,
  storage,
  autoplay,
}

/** Runs a check; one that throws is `failed`. */
export async function runDeviceCheck(name: CheckName): Promise<CheckResult> {
  try {
    return await checks[name]()
  } catch {
    return { status: 'bad', finding: 'failed', figures: {} }
  }
}

export type CheckResults = Partial<Record<CheckName, CheckResult>>

/** The worst status of all results, shown as the summary. */
export function worstStatus(results: CheckResults): CheckStatus {
  const statuses = Object.values(results).map((result) => result.status)
  return statuses.includes('bad') ? 'bad' : statuses.includes('fair') ? 'fair' : 'good'
}

/** How one thing is: `fair` plays, but not at its best. */
export type CheckStatus = 'good' | 'fair' | 'bad'

/** What one check found. `figures` are for the words in `copy.ts` and for the text that is copied. */
export type CheckResult = {
  mark: CheckStatus
  found: string
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

/** The rungs of our ladder: shorter side and the codec string of its H.264 level. */
const ladder = [
  { height: 360, codec: 'avc1.64001e' },
  { height: 540, codec: 'avc1.64001f' },
  { height: 720, codec: 'avc1.64001f' },
  { height: 1080, codec: 'avc1.640028' },
] as const

type Sources = { isTypeSupported(type: string): boolean }

function mediaSource(): Sources | undefined {
  const { ManagedMediaSource } = globalThis as { ManagedMediaSource?: Sources }
  return globalThis.MediaSource ?? ManagedMediaSource
}

function playsHls(): boolean {
  return document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
}

/** By what the stream gets into the picture: media source extensions, or the browser's own HLS. */
function engine(): CheckResult {
  if (mediaSource()) return { mark: 'good', found: 'mse', figures: {} }
  if (playsHls()) return { mark: 'good', found: 'native', figures: {} }
  return { mark: 'bad', found: 'none', figures: {} }
}

function codecs(): CheckResult {
  const sources = mediaSource()
  const video = document.createElement('video')
  const plays = (type: string) =>
    sources ? sources.isTypeSupported(type) : video.canPlayType(type) !== ''
  const sound = plays('audio/mp4; codecs="mp4a.40.2"')
  const heights = ladder
    .filter(({ codec }) => plays(`video/mp4; codecs="${codec}"`))
    .map(({ height }) => height)
  const height = Math.max(0, ...heights)
  const mark = !sound || height === 0 ? 'bad' : height < 1080 ? 'fair' : 'good'
  const found = height === 0 ? 'no_video' : sound ? 'up_to' : 'no_sound'
  return { mark, found, figures: { height } }
}

/** Whether 1080 lines at 30 frames are decoded without dropping any. */
async function decoding(): Promise<CheckResult> {
  const capabilities = navigator.mediaCapabilities as MediaCapabilities | undefined
  if (!capabilities) return { mark: 'fair', found: 'unknown', figures: {} }
  const answer = await capabilities.decodingInfo({
    type: mediaSource() ? 'media-source' : 'file',
    video: {
      contentType: 'video/mp4; codecs="avc1.640028"',
      width: 1920,
      height: 1080,
      bitrate: 5_000_000,
      framerate: 30,
    },
  })
  if (!answer.supported) return { mark: 'fair', found: 'no', figures: {} }
  return {
    mark: answer.smooth ? 'good' : 'fair',
    found: answer.smooth ? (answer.powerEfficient ? 'hardware' : 'software') : 'slow',
    figures: {},
  }
}

/** The middle of an odd or even number of figures; 0 of none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = Math.floor(sorted.length / 2)
  if (sorted.length === 0) return 0
  return sorted.length % 2 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2
}

/** Round trip to our own server: median of five, milliseconds. */
async function network(): Promise<CheckResult> {
  const times: number[] = []
  for (let count = 0; count < 5; count++) {
    const from = performance.now()
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(5000) })
    await answer.arrayBuffer()
    times.push(performance.now() - from)
  }
  const ms = Math.round(median(times))
  return { mark: ms < 150 ? 'good' : ms < 500 ? 'fair' : 'bad', found: 'ms', figures: { ms } }
}

/** How a measured throughput does for our ladder, whose 1080 rung is about 5 Mbit/s. */
export function rateThroughput(mbps: number): CheckStatus {
  return mbps >= 6 ? 'good' : mbps >= 1.5 ? 'fair' : 'bad'
}

/**
 * Megabits a second from our own server, by fetching the largest file of this page again, as often as fits
 * in about a second. What counts is what was on the wire, compressed.
 */
async function throughput(): Promise<CheckResult> {
  const largest = performance
    .getEntriesByType('resource')
    .filter((entry) => entry instanceof PerformanceResourceTiming)
    .filter((entry) => new URL(entry.name).origin === location.origin)
    .toSorted((one, other) => other.encodedBodySize - one.encodedBodySize)[0]
  if (!largest || largest.encodedBodySize === 0)
    return { mark: 'fair', found: 'unknown', figures: {} }
  const from = performance.now()
  let bytes = 0
  do {
    const answer = await fetch(largest.name, {
      cache: 'reload',
      signal: AbortSignal.timeout(10_000),
    })
    await answer.arrayBuffer()
    bytes += largest.encodedBodySize
  } while (performance.now() - from < 1000)
  const mbps = Math.round((bytes * 8) / (performance.now() - from) / 100) / 10
  return { mark: rateThroughput(mbps), found: 'mbps', figures: { mbps } }
}

/** The socket that carries watch progress. Without it progress goes by ordinary calls (D-44). */
function socket(): Promise<CheckResult> {
  return new Promise((resolve) => {
    const address = new URL('/ws/watch-history/', location.href)
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    const connection = new WebSocket(address)
    const end = (found: 'open' | 'closed') => {
      clearTimeout(timer)
      connection.close()
      resolve({ mark: found === 'open' ? 'good' : 'fair', found, figures: {} })
    }
    const timer = setTimeout(() => end('closed'), 4000)
    connection.addEventListener('open', () => end('open'))
    connection.addEventListener('error', () => end('closed'))
  })
}

async function storage(): Promise<CheckResult> {
  try {
    localStorage.setItem('hanpyeon.check', '1')
    localStorage.removeItem('hanpyeon.check')
  } catch {
    return { mark: 'fair', found: 'refused', figures: {} }
  }
  const estimate = await (navigator.storage as StorageManager | undefined)?.estimate()
  const megabytes = Math.round(((estimate?.quota ?? 0) - (estimate?.usage ?? 0)) / 1e6)
  return { mark: 'good', found: 'kept', figures: { megabytes } }
}

/** Whether sound starts after a press, which is when our player starts. */
async function autoplay(): Promise<CheckResult> {
  const context = new AudioContext()
  try {
    const element = new Audio()
    element.srcObject = context.createMediaStreamDestination().stream
    await element.play()
    element.pause()
    return { mark: 'good', found: 'allowed', figures: {} }
  } catch {
    return { mark: 'fair', found: 'refused', figures: {} }
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

/** Runs one check; what cannot even be tried is `failed`. */
export async function runDeviceCheck(name: CheckName): Promise<CheckResult> {
  try {
    return await checks[name]()
  } catch {
    return { mark: 'bad', found: 'failed', figures: {} }
  }
}

import type Hls from 'hls.js'
import type { HlsConfig, Level } from 'hls.js'
import type { Video } from '#contract/playback/playback.ts'
import { loadHls } from './hls-loader.ts'
import { createKeyGate, type KeyGate } from './key-gate.ts'
import { createPreferenceStore, renditionIndexFor } from '#web/features/player/core/preferences.ts'
import { playerInstanceId } from '#web/features/player/leases/stream-lease.ts'

/** Whether Media Source, or Managed Media Source on iPhone, is available; hls.js needs one of them. */
export const hasMediaSource = (): boolean =>
  'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

/** Whether the browser supports HLS natively. It prefetches keys, so it is used only where hls.js cannot run. */
export const supportsNativeHls = (): boolean =>
  document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''

/** Manifest URL of a stream and the seconds of its free preview, null where nothing is paid. */
export type StreamSource = Pick<Video, 'manifest_url' | 'preview_duration'>

/** An hls.js instance and the gate for its key requests. */
export type Source = { hls: Hls; gate: KeyGate }

/** Options that decide the first rendition: last measured bits per second and selected quality. */
type SourceOptions = { at: number; bandwidth: number | null; quality: 'auto' | number }

function configFor({ at, bandwidth }: SourceOptions): Partial<HlsConfig> {
  const { connection } = navigator as { connection?: Connection }
  const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  return {
    startPosition: at > 0 ? at : -1,
    // Segments are fMP4 and need no remuxing, and decryption runs off the main thread in the browser; starting a
    // worker costs more than it saves.
    enableWorker: false,
    // The last measured bandwidth selects the first rendition, else an estimate. A test segment in the lowest rendition
    // would cost a round trip before the first frame.
    abrEwmaDefaultEstimate: bandwidth ?? estimateBandwidth(files, connection),
    abrEwmaDefaultEstimateMax: 50e6,
    testBandwidth: false,
    startFragPrefetch: true,
    // Do not download more pixels than the player shows.
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    maxMaxBufferLength: 120,
    backBufferLength: 90,
    // Captions are rendered by captions.tsx; these streams carry no other text or metadata.
    enableWebVTT: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableInterstitialPlayback: false,
  }
}

/** Bits per second for which the lowest rendition starts. */
const slowLine = 5e5
/** Bytes. Smaller files arrive in one round trip, so that their time says nothing about the line. */
const measurableSize = 32_000

type Connection = { downlink?: number; saveData?: boolean }

/**
 * Estimates bits per second before the first segment: from the files that the page has loaded, else from the browser's
 * estimate, which is rounded, at most 10 Mbit/s, and absent in Firefox and Safari. Files that load together share the line,
 * so the fastest counts.
 */
export function estimateBandwidth(
  files: readonly Pick<
    PerformanceResourceTiming,
    'transferSize' | 'responseStart' | 'responseEnd'
  >[],
  { downlink = 2, saveData = false }: Connection = {},
): number {
  if (saveData) return slowLine
  const rates = files
    .filter(
      ({ transferSize, responseStart }) => transferSize >= measurableSize && responseStart > 0,
    )
    .map(
      ({ transferSize, responseStart, responseEnd }) =>
        (transferSize * 8_000) / Math.max(1, responseEnd - responseStart),
    )
  const measured = rates.length > 0 ? Math.max(...rates) : downlink * 1e6
  return Math.max(slowLine, measured * 0.7)
}

/** The index of the lowest rendition that fills a screen; -1 if none does. Sizes are in physical pixels. */
export const renditionForScreen = (
  levels: readonly Pick<Level, 'width' | 'height'>[],
  screen: { width: number; height: number },
): number =>
  levels.findIndex(({ width, height }) => width >= screen.width || height >= screen.height)

/** Height of a rendition as shown to users: the shorter side in pixels, also for vertical videos. */
export const renditionHeight = (level: Level): number => Math.min(level.width, level.height)

/** Creates an hls.js instance that loads playlists and the first segments, also without a media element. */
function createSource(HlsClass: typeof Hls, stream: StreamSource, options: SourceOptions): Source {
  const gate = createKeyGate(stream.preview_duration, playerInstanceId())
  const hls = new HlsClass({ ...configFor(options), xhrSetup: gate.setUp })
  hls.on(HlsClass.Events.MANIFEST_PARSED, () => {
    const level = renditionIndexFor(options.quality, hls.levels.map(renditionHeight))
    if (level >= 0) hls.startLevel = hls.loadLevel = level
    // hls.js measures the player once it has one; until then the picture is as wide as the window.
    else if (!hls.media)
      hls.autoLevelCapping = renditionForScreen(hls.levels, {
        width: innerWidth * devicePixelRatio,
        height: innerHeight * devicePixelRatio,
      })
  })
  hls.loadSource(stream.manifest_url)
  return { hls, gate }
}

let prewarmed: { manifest_url: string; at: number; source: Source; failed: boolean } | null = null

/**
 * Loads the first segments of a video before its screen renders. The gate stays closed, so no key after the preview
 * is requested and no stream lease is taken.
 * @param isWanted checked again once hls.js has loaded.
 */
export async function prewarmSource(
  stream: StreamSource,
  at: number,
  isWanted: () => boolean,
): Promise<void> {
  if (!hasMediaSource()) return
  const HlsClass = await loadHls()
  if (!HlsClass.isSupported() || !isWanted()) return
  dropPrewarmedSource()
  const { bandwidth, quality } = createPreferenceStore().getState()
  const source = createSource(HlsClass, stream, { at, bandwidth, quality })
  const entry = { manifest_url: stream.manifest_url, at, source, failed: false }
  prewarmed = entry
  source.hls.on(HlsClass.Events.ERROR, () => (entry.failed = true))
}

export function dropPrewarmedSource(): void {
  prewarmed?.source.hls.destroy()
  prewarmed = null
}

/** Returns the prewarmed source if it matches and had no error, else a new one. */
export function acquireSource(
  HlsClass: typeof Hls,
  stream: StreamSource,
  options: SourceOptions,
): Source {
  if (
    prewarmed?.manifest_url === stream.manifest_url &&
    prewarmed.at === options.at &&
    !prewarmed.failed
  ) {
    const { source } = prewarmed
    prewarmed = null
    return source
  }
  dropPrewarmedSource()
  return createSource(HlsClass, stream, options)
}

import type Hls from 'hls.js'
import type { HlsConfig, Level } from 'hls.js'
import type { Video } from '#contract/contents/playback.ts'
import { loadHls } from './hls-loader.ts'
import { createKeyGate, type KeyGate } from './key-gate.ts'
import { createPreferenceStore, renditionIndexFor } from '#web/features/player/core/preferences.ts'
import { playerInstanceId } from '#web/features/player/leases/lease-requests.ts'

/** Whether scripts can append media, which hls.js needs: Media Source, or Managed Media Source on phones of Apple. */
export const hasMediaSource = (): boolean =>
  'MediaSource' in globalThis || 'ManagedMediaSource' in globalThis

/** Whether the browser plays HLS by itself. It reads keys ahead, so it is used only where hls.js cannot run. */
export const supportsNativeHls = (): boolean =>
  document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''

/** Address of a stream and the seconds of it that are free, null where nothing of it is sold. */
export type HorizontalPlayer = Pick<Video, 'manifest_url' | 'preview_duration'>

/** An instance of hls.js and what holds its key requests back. */
export type Source = { hls: Hls; gate: KeyGate }

/** What decides the first rung: the last measured bits per second, and the viewer's choice. */
type SourceOptions = { at: number; bandwidth: number | null; quality: 'auto' | number }

function configFor({ at, bandwidth }: SourceOptions): Partial<HlsConfig> {
  return {
    startPosition: at > 0 ? at : -1,
    // Our segments are fMP4 already: there is nothing to remux, only boxes to read, and a key's work is the
    // browser's own off the main thread. Starting a worker costs more than it would ever save.
    enableWorker: false,
    // The first rung is chosen from what was measured last time; without it the browser's own guess.
    // No trial segment in the lowest rung: it would cost a round trip before the first picture.
    abrEwmaDefaultEstimate: bandwidth ?? connectionGuess(),
    abrEwmaDefaultEstimateMax: 50e6,
    testBandwidth: false,
    startFragPrefetch: true,
    // A phone does not download 1080 lines to show 202.
    capLevelToPlayerSize: true,
    maxBufferLength: 30,
    maxMaxBufferLength: 120,
    backBufferLength: 90,
    // Captions are ours (caption-layer.tsx), and there is nothing else in these streams.
    enableWebVTT: false,
    enableIMSC1: false,
    enableCEA708Captions: false,
    enableID3MetadataCues: false,
    enableEmsgMetadataCues: false,
    enableDateRangeMetadataCues: false,
    enableInterstitialPlayback: false,
  }
}

/** `downlink` is capped at 10 Mbit/s by browsers and rounded; absent in Firefox and Safari. */
function connectionGuess(): number {
  const { connection } = navigator as { connection?: { downlink?: number } }
  return Math.max(5e5, (connection?.downlink ?? 2) * 1e6 * 0.7)
}

/** Pixels of the shorter side: what a rung is called by, upright or not. */
export const renditionHeight = (level: Level): number => Math.min(level.width, level.height)

/** An instance of hls.js that loads playlists and the first segments, with or without an element. */
function createSource(HlsClass: typeof Hls, film: HorizontalPlayer, start: SourceOptions): Source {
  const gate = createKeyGate(film.preview_duration, playerInstanceId())
  const hls = new HlsClass({ ...configFor(start), xhrSetup: gate.setUp })
  hls.on(HlsClass.Events.MANIFEST_PARSED, () => {
    const level = renditionIndexFor(start.quality, hls.levels.map(renditionHeight))
    if (level >= 0) hls.startLevel = hls.loadLevel = level
  })
  hls.loadSource(film.manifest_url)
  return { hls, gate }
}

let warm: { manifest_url: string; at: number; source: Source; failed: boolean } | null = null

/**
 * Opens a film whose screen is not there yet: its first segments come while the page is being made. Its gate stays
 * closed, so no key after the preview is requested and no stream slot is taken.
 * @param isWanted asked again once hls.js is there.
 */
export async function prewarmSource(
  film: HorizontalPlayer,
  at: number,
  isWanted: () => boolean,
): Promise<void> {
  if (!hasMediaSource()) return
  const HlsClass = await loadHls()
  if (!HlsClass.isSupported() || !isWanted()) return
  dropWarmSource()
  const { bandwidth, quality } = createPreferenceStore(() => localStorage).get()
  const source = createSource(HlsClass, film, { at, bandwidth, quality })
  const mine = { manifest_url: film.manifest_url, at, source, failed: false }
  warm = mine
  source.hls.on(HlsClass.Events.ERROR, () => (mine.failed = true))
}

export function dropWarmSource(): void {
  warm?.source.hls.destroy()
  warm = null
}

/** The film that was opened beforehand, if it is this one and all went well; else a new one. */
export function acquireSource(
  HlsClass: typeof Hls,
  film: HorizontalPlayer,
  start: SourceOptions,
): Source {
  if (warm?.manifest_url === film.manifest_url && warm.at === start.at && !warm.failed) {
    const { source } = warm
    warm = null
    return source
  }
  dropWarmSource()
  return createSource(HlsClass, film, start)
}

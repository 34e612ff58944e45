import type Hls from 'hls.js'
import type { HlsConfig, Level } from 'hls.js'
import { loadHls } from './hls-file.ts'
import { rememberChoices, rungFor } from './remembered.ts'

/** Safari plays HLS by itself, with AirPlay and less battery; everybody else by hls.js. */
export function playsHlsNatively(): boolean {
  return (
    'webkitSetPresentationMode' in HTMLVideoElement.prototype &&
    document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''
  )
}

/** What decides the first rung: the last measured bits per second, and the viewer's choice. */
export type Start = { at: number; bandwidth: number | null; quality: 'auto' | number }

function configFor({ at, bandwidth }: Start): Partial<HlsConfig> {
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
export const shorterSide = (level: Level): number => Math.min(level.width, level.height)

/** An instance of hls.js that loads playlists and the first segments, with or without an element. */
function openSource(HlsClass: typeof Hls, manifest_url: string, start: Start): Hls {
  const hls = new HlsClass(configFor(start))
  hls.on(HlsClass.Events.MANIFEST_PARSED, () => {
    const level = rungFor(start.quality, hls.levels.map(shorterSide))
    if (level >= 0) hls.startLevel = hls.loadLevel = level
  })
  hls.loadSource(manifest_url)
  return hls
}

let warm: { manifest_url: string; at: number; hls: Hls; failed: boolean } | null = null

/** Opens a film whose screen is not there yet: its first segments come while the page is being made. */
export async function warmSource(manifest_url: string, at: number): Promise<void> {
  if (playsHlsNatively()) return
  const HlsClass = await loadHls()
  if (!HlsClass.isSupported()) return
  warm?.hls.destroy()
  const { bandwidth, quality } = rememberChoices(() => localStorage).get()
  const hls = openSource(HlsClass, manifest_url, { at, bandwidth, quality })
  const mine = { manifest_url, at, hls, failed: false }
  warm = mine
  hls.on(HlsClass.Events.ERROR, () => (mine.failed = true))
}

/** The film that was opened beforehand, if it is this one and all went well; else a new one. */
export function takeSource(HlsClass: typeof Hls, manifest_url: string, start: Start): Hls {
  const found = warm
  warm = null
  if (found?.manifest_url === manifest_url && found.at === start.at && !found.failed)
    return found.hls
  found?.hls.destroy()
  return openSource(HlsClass, manifest_url, start)
}

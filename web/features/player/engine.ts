import type { FactStore } from './fact-store.ts'
import type { Facts } from './facts.ts'
import { createHlsEngine } from './hls-engine.ts'
import { loadHls } from './hls-file.ts'
import { createNativeEngine } from './native-engine.ts'
import { hasMediaSource, playsHlsNatively, type Film } from './source.ts'
import type { Claim } from './streams/hold-stream.ts'

/** Puts a stream into the media element and keeps it flowing. */
export type Engine = {
  /** Loads a film and stands at `at` seconds. What an earlier film still has under way does not touch it. */
  load(film: Film, at: number): void
  seek(time: number): void
  choose(quality: 'auto' | number): void
  destroy(): void
}

export type EngineNeeds = {
  media: HTMLVideoElement
  facts: FactStore<Facts>
  /**
   * A fresh address of the film that is loaded.
   * @throws CallRefused where it may not be played any more.
   */
  renew: () => Promise<Film>
  /** Takes the stream slot for the film that is loaded (D-46). */
  claim: () => Promise<Claim>
  /** Bits per second measured last time, null where nothing was. */
  bandwidth: number | null
  onBandwidth: (bits_per_second: number) => void
}

/** hls.js wherever it runs, because it requests keys when they are due; else the browser's own HLS. */
export async function startEngine(needs: EngineNeeds): Promise<Engine> {
  if (hasMediaSource()) {
    const Hls = await loadHls()
    if (Hls.isSupported()) return createHlsEngine(Hls, needs)
  }
  if (playsHlsNatively()) return createNativeEngine(needs)
  needs.facts.set({ failure: 'unsupported' })
  return { load: () => {}, seek: () => {}, choose: () => {}, destroy: () => {} }
}

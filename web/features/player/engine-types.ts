import type { Claim } from './streams/hold-stream.ts'
import type { Film } from './source.ts'
import type { Facts } from './facts.ts'
import type { FactStore } from './fact-store.ts'

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

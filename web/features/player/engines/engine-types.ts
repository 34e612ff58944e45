import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import type { HorizontalPlayer } from './hls-source.ts'
import type { MediaState } from '#web/features/player/core/media-state.ts'
import type { FactStore } from '#web/features/player/core/media-state.ts'

/** Puts a stream into the media element and keeps it flowing. */
export type Engine = {
  /** Loads a film and stands at `at` seconds. What an earlier film still has under way does not touch it. */
  load(film: HorizontalPlayer, at: number): void
  seek(time: number): void
  choose(quality: 'auto' | number): void
  destroy(): void
}

export type EngineOptions = {
  media: HTMLVideoElement
  facts: FactStore<MediaState>
  /**
   * A fresh address of the film that is loaded.
   * @throws CallRefused where it may not be played any more.
   */
  renew: () => Promise<HorizontalPlayer>
  /** Takes the stream slot for the film that is loaded (D-46). */
  claim: () => Promise<Claim>
  /** Bits per second measured last time, null where nothing was. */
  bandwidth: number | null
  onBandwidth: (bits_per_second: number) => void
}

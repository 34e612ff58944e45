import type { Claim } from '#web/features/player/leases/stream-lease.ts'
import type { StreamSource } from './hls-source.ts'
import type { MediaState, PlayerStore } from '#web/features/player/core/media-state.ts'

/** Loads a stream into the media element and keeps it playing. */
export type Engine = {
  /** Loads a stream at a position in seconds. Pending work of an earlier stream does not affect it. */
  load(source: StreamSource, position: number): void
  seek(time: number): void
  setQuality(quality: 'auto' | number): void
  destroy(): void
}

export type EngineOptions = {
  media: HTMLVideoElement
  state: PlayerStore<MediaState>
  /** Fetches a new manifest URL of the loaded video. @throws ApiError where it may no longer be played. */
  refreshManifest: () => Promise<StreamSource>
  /** Acquires the stream lease for the loaded video. */
  claim: () => Promise<Claim>
  /** Last measured bits per second, null if never measured. */
  bandwidth: number | null
  onBandwidth: (bits_per_second: number) => void
}

import type { Video } from '#contract/contents/playback.ts'
import { startEngine } from '#web/features/player/engines/engine.ts'
import { type Engine, type EngineOptions } from '#web/features/player/engines/engine-types.ts'
import { createFactStore, type FactStore } from './media-state.ts'
import { initialMediaState, bindMediaState, type MediaState } from './media-state.ts'
import { createPreferenceStore, type PlayerPreferences } from './preferences.ts'
import { watchForStall } from '#web/features/player/engines/error-recovery.ts'
import { reportPlaybackErrors } from '#web/features/player/engines/playback-error-report.ts'
import { createMediaRequests, type MediaRequests } from './media-requests.ts'

type LoadOptions = {
  /** Seconds. */
  at: number
  /** Whether it should start by itself. */
  play: boolean
  renew: EngineOptions['renew']
  claim: EngineOptions['claim']
}

export type Player = {
  readonly facts: FactStore<MediaState>
  readonly choices: FactStore<PlayerPreferences>
  readonly wishes: MediaRequests
  /** Takes the element over; returns how to let go of it. */
  attach(media: HTMLVideoElement): () => void
  /** Puts a film in, in the place of the one before. */
  load(video: Video, options: LoadOptions): void
}

/**
 * A player without a face: facts that are read from the element and the engine, wishes that are made to
 * them, choices that are remembered. It outlives films, so that the next one starts in the same element
 * and keeps full screen and the permission to make sound.
 */
export function createPlayer(): Player {
  const facts = createFactStore(initialMediaState)
  const choices = createPreferenceStore(() => localStorage)
  let media: HTMLVideoElement | null = null
  let engine: Promise<Engine> | undefined
  let started_engine: Engine | undefined
  let playing: number | null = null
  let loaded: LoadOptions | undefined

  const wishes = createMediaRequests({
    media: () => media,
    facts,
    choices,
    chooseQuality: (quality) => void engine?.then((one) => one.choose(quality)),
    seek: (time) => started_engine?.seek(time),
  })

  return {
    facts,
    choices,
    wishes,
    attach(element) {
      media = element
      const { volume, muted, rate, quality, bandwidth } = choices.get()
      const stopObserving = bindMediaState(element, facts)
      const stopWatching = watchForStall(facts)
      const stopTelling = reportPlaybackErrors(facts, () => playing)
      element.volume = volume
      element.muted = muted
      element.defaultPlaybackRate = element.playbackRate = rate
      facts.set({ quality })
      const started = startEngine({
        media: element,
        facts,
        bandwidth,
        renew: () => loaded?.renew() ?? Promise.reject(new Error('nothing is loaded')),
        claim: async () => loaded?.claim() ?? 'unreachable',
        onBandwidth: (bits) => choices.set({ bandwidth: Math.round(bits) }),
      })
      started.then(
        (one) => (started_engine = one),
        // hls.js itself did not arrive.
        () => facts.set({ failure: 'network' }),
      )
      engine = started
      return () => {
        stopObserving()
        stopWatching()
        stopTelling()
        started.then((one) => one.destroy()).catch(() => {})
        media = null
        engine = started_engine = undefined
      }
    },
    load(video, options) {
      loaded = options
      playing = video.episode.id
      facts.set({
        loaded: true,
        started: false,
        ended: false,
        failure: null,
        failure_detail: '',
        autoplay_refused: false,
        held_for_play: false,
        waiting: options.play,
        time: options.at,
        duration: video.duration,
        buffered_to: options.at,
        rungs: [],
        playing_height: null,
      })
      engine
        ?.then((one) => {
          // Another film was put in before the engine was there.
          if (!media || loaded !== options) return
          one.load(video, options.at)
          if (options.play) wishes.play()
        })
        .catch(() => {})
    },
  }
}

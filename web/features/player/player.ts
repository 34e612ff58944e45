import type { Video } from '#contract/playback.ts'
import { startEngine, type Engine } from './engine.ts'
import { createFactStore, type FactStore } from './fact-store.ts'
import { noFacts, observeMedia, type Facts } from './facts.ts'
import { rememberChoices, type Choices } from './remembered.ts'
import { watchStall } from './stall.ts'
import { tellFailures } from './tell-failure.ts'
import { makeWishes, type Wishes } from './wishes.ts'

export type Player = {
  readonly facts: FactStore<Facts>
  readonly choices: FactStore<Choices>
  readonly wishes: Wishes
  /** Takes the element over; returns how to let go of it. */
  attach(media: HTMLVideoElement): () => void
  /** Puts a film in, in the place of the one before. `play` is whether it should start by itself. */
  load(video: Video, options: { at: number; play: boolean; renew: () => Promise<string> }): void
}

/**
 * A player without a face: facts that are read from the element and the engine, wishes that are made to
 * them, choices that are remembered. It outlives films, so that the next one starts in the same element
 * and keeps full screen and the permission to make sound.
 */
export function createPlayer(): Player {
  const facts = createFactStore(noFacts)
  const choices = rememberChoices(() => localStorage)
  let media: HTMLVideoElement | null = null
  let engine: Promise<Engine> | undefined
  let playing: number | null = null
  let renew: () => Promise<string> = () => Promise.reject(new Error('nothing is loaded'))

  const wishes = makeWishes({
    media: () => media,
    facts,
    choices,
    chooseQuality: (quality) => void engine?.then((one) => one.choose(quality)),
  })

  return {
    facts,
    choices,
    wishes,
    attach(element) {
      media = element
      const { volume, muted, rate, quality, bandwidth } = choices.get()
      const stopObserving = observeMedia(element, facts)
      const stopWatching = watchStall(facts)
      const stopTelling = tellFailures(facts, () => playing)
      element.volume = volume
      element.muted = muted
      element.defaultPlaybackRate = element.playbackRate = rate
      facts.set({ quality })
      const started = startEngine({
        media: element,
        facts,
        bandwidth,
        renew: () => renew(),
        onBandwidth: (bits) => choices.set({ bandwidth: Math.round(bits) }),
      })
      // hls.js itself did not arrive.
      started.catch(() => facts.set({ failure: 'network' }))
      engine = started
      return () => {
        stopObserving()
        stopWatching()
        stopTelling()
        started.then((one) => one.destroy()).catch(() => {})
        media = null
        engine = undefined
      }
    },
    load(video, options) {
      renew = options.renew
      playing = video.episode.id
      facts.set({
        loaded: true,
        started: false,
        ended: false,
        failure: null,
        failure_detail: '',
        autoplay_refused: false,
        waiting: options.play,
        time: options.at,
        duration: video.duration,
        buffered_to: options.at,
        rungs: [],
        playing_height: null,
      })
      engine
        ?.then((one) => {
          if (!media) return
          one.load(video.manifest_url, options.at)
          if (options.play) wishes.play()
        })
        .catch(() => {})
    },
  }
}

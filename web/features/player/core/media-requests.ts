import type { FactStore } from './media-state.ts'
import type { WebKitVideoElement, MediaState } from './media-state.ts'
import { playbackRates, type PlayerPreferences } from './preferences.ts'

/** What controls, keys and the system's media keys may ask for. None of them changes a fact by itself. */
export type MediaRequests = {
  play(): void
  pause(): void
  togglePlay(): void
  /** To a second of the film. */
  seekTo(time: number): void
  seekBy(seconds: number): void
  setVolume(volume: number): void
  /** Louder or quieter by a part of 1; a muted film starts from silence. */
  changeVolume(by: number): void
  setMuted(muted: boolean): void
  setRate(rate: number): void
  /** One step up (1) or down (-1) the list of speeds. */
  stepRate(direction: 1 | -1): void
  setQuality(quality: 'auto' | number): void
  togglePip(): void
  toggleFullscreen(): void
}

type Needs = {
  media: () => HTMLVideoElement | null
  facts: FactStore<MediaState>
  choices: FactStore<PlayerPreferences>
  chooseQuality: (quality: 'auto' | number) => void
  /** Moves the playhead: some of a film is opened only when it is sought. */
  seek: (time: number) => void
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function turnWide(): Promise<void> | undefined {
  return (screen.orientation as { lock?: (to: string) => Promise<void> }).lock?.('landscape')
}

export function createMediaRequests({
  media,
  facts,
  choices,
  chooseQuality,
  seek,
}: Needs): MediaRequests {
  const withMedia = (act: (element: HTMLVideoElement) => void) => () => {
    const element = media()
    if (element) act(element)
  }
  const play = withMedia((element) => {
    element.play().catch((error: unknown) => {
      // The browser wants a press first: the big button stays and waits for it.
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        facts.set({ autoplay_refused: true, waiting: false })
      }
    })
  })
  const pause = withMedia((element) => element.pause())

  function seekTo(time: number) {
    const element = media()
    const { duration } = facts.get()
    if (!element || duration === 0) return
    // The very end would be `ended` before anybody sees a frame.
    seek(clamp(time, 0, Math.max(0, duration - 0.1)))
  }

  function setRate(rate: number) {
    const element = media()
    if (!element) return
    // `load()` puts `playbackRate` back to the default one.
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
    choices.set({ rate })
  }

  const wishes: MediaRequests = {
    play,
    pause,
    // Steps go from where the element is: the fact of the step before may not have been told yet.
    togglePlay: () => (media()?.paused === false ? pause() : play()),
    seekTo,
    seekBy(seconds) {
      const element = media()
      if (element) seekTo(element.currentTime + seconds)
    },
    setVolume(volume) {
      const element = media()
      if (!element) return
      element.volume = Math.round(clamp(volume, 0, 1) * 100) / 100
      element.muted = element.volume === 0
      choices.set({ volume: element.volume, muted: element.muted })
    },
    changeVolume(by) {
      const element = media()
      if (!element) return
      const from = element.muted ? 0 : element.volume
      wishes.setVolume(from + by)
    },
    setMuted(muted) {
      const element = media()
      if (!element) return
      // Sound back from a slider at zero would be no sound.
      if (!muted && element.volume === 0) element.volume = 0.5
      element.muted = muted
      choices.set({ volume: element.volume, muted })
    },
    setRate,
    stepRate(direction) {
      const rate = media()?.playbackRate ?? 1
      const next =
        direction > 0
          ? playbackRates.find((one) => one > rate)
          : playbackRates.findLast((one) => one < rate)
      if (next !== undefined) setRate(next)
    },
    setQuality(quality) {
      chooseQuality(quality)
      facts.set({ quality })
      choices.set({ quality })
    },
    togglePip: withMedia((element) => {
      const done = document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : element.requestPictureInPicture()
      // Refused before the first frame, or by the system: the picture simply stays where it is.
      done.catch(() => {})
    }),
    toggleFullscreen: withMedia((element) => {
      const apple = element as WebKitVideoElement
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
      // The whole document goes full screen and the stage covers it, so that menus, dialogs and the next
      // episode are inside without being moved.
      else if (document.fullscreenEnabled) {
        document.documentElement
          .requestFullscreen({ navigationUI: 'hide' })
          // A phone turns with a wide picture, where the system lets a page say so.
          .then(() => (element.videoWidth > element.videoHeight ? turnWide() : undefined))
          .catch(() => {})
      } else if (facts.get().fullscreen) apple.webkitExitFullscreen?.()
      else apple.webkitEnterFullscreen?.()
    }),
  }
  return wishes
}

import type { PlayerStore, WebKitVideoElement, MediaState } from './media-state.ts'
import { playbackRates, type PlayerPreferences } from './preferences.ts'

/** Requests from controls, keys and the system's media keys. The media state changes only with the element's events. */
export type MediaRequests = {
  play(): void
  pause(): void
  togglePlay(): void
  /** Seeks to a position in seconds. */
  seekTo(time: number): void
  seekBy(seconds: number): void
  setVolume(volume: number): void
  /** Changes the volume by a fraction of 1. A muted video starts from 0. */
  adjustVolume(by: number): void
  setMuted(muted: boolean): void
  setPlaybackRate(rate: number): void
  /** Steps up (1) or down (-1) through `playbackRates`. */
  stepPlaybackRate(direction: 1 | -1): void
  setQuality(quality: 'auto' | number): void
  togglePip(): void
  toggleFullscreen(): void
}

type Deps = {
  media: () => HTMLVideoElement | null
  state: PlayerStore<MediaState>
  preferences: PlayerStore<PlayerPreferences>
  setQuality: (quality: 'auto' | number) => void
  /** Moves the playhead. The engine may load a part of the stream only when it is sought. */
  seek: (time: number) => void
  /** Loads the video again after an error. */
  retry: () => void
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value))

function lockLandscape(): Promise<void> | undefined {
  return (screen.orientation as { lock?: (to: string) => Promise<void> }).lock?.('landscape')
}

export function createMediaRequests({
  media,
  state,
  preferences,
  setQuality,
  seek,
  retry,
}: Deps): MediaRequests {
  const withMedia = (run: (element: HTMLVideoElement) => void) => () => {
    const element = media()
    if (element) run(element)
  }
  const play = withMedia((element) => {
    if (state.getState().error !== null) return retry()
    element.play().catch((error: unknown) => {
      // Autoplay is blocked: the play overlay stays until the user presses it.
      if (error instanceof DOMException && error.name === 'NotAllowedError') {
        state.setState({ autoplay_blocked: true, waiting: false })
      }
    })
  })
  const pause = withMedia((element) => element.pause())

  function seekTo(time: number) {
    const element = media()
    const { duration } = state.getState()
    if (!element || duration === 0) return
    // Seeking to the very end would fire `ended` before a frame is visible.
    const target = clamp(time, 0, Math.max(0, duration - 0.1))
    // Before the `seeking` event, so that a second `seekBy` starts at the target of the first.
    state.setState({ current_time: target })
    seek(target)
  }

  function setPlaybackRate(rate: number) {
    const element = media()
    if (!element) return
    // `load()` resets `playbackRate` to `defaultPlaybackRate`.
    element.defaultPlaybackRate = rate
    element.playbackRate = rate
    preferences.setState({ rate })
  }

  const requests: MediaRequests = {
    play,
    pause,
    // Reads the element, not the media state, which may lag behind the last request.
    togglePlay: () => (media()?.paused === false ? pause() : play()),
    seekTo,
    seekBy: (seconds) => seekTo(state.getState().current_time + seconds),
    setVolume(volume) {
      const element = media()
      if (!element) return
      element.volume = Math.round(clamp(volume, 0, 1) * 100) / 100
      element.muted = element.volume === 0
      preferences.setState({ volume: element.volume, muted: element.muted })
    },
    adjustVolume(by) {
      const element = media()
      if (!element) return
      const from = element.muted ? 0 : element.volume
      requests.setVolume(from + by)
    },
    setMuted(muted) {
      const element = media()
      if (!element) return
      // Unmuting at volume 0 would stay silent.
      if (!muted && element.volume === 0) element.volume = 0.5
      element.muted = muted
      preferences.setState({ volume: element.volume, muted })
    },
    setPlaybackRate,
    stepPlaybackRate(direction) {
      const rate = media()?.playbackRate ?? 1
      const next =
        direction > 0
          ? playbackRates.find((option) => option > rate)
          : playbackRates.findLast((option) => option < rate)
      if (next !== undefined) setPlaybackRate(next)
    },
    setQuality(quality) {
      setQuality(quality)
      state.setState({ quality })
      preferences.setState({ quality })
    },
    togglePip: withMedia((element) => {
      const result = document.pictureInPictureElement
        ? document.exitPictureInPicture()
        : 'documentPictureInPicture' in window
          ? import('./pip-window.ts').then(({ togglePipWindow }) => togglePipWindow(element, state))
          : element.requestPictureInPicture()
      // Rejects before the first frame, or when the system denies it.
      result.catch(() => {})
    }),
    toggleFullscreen: withMedia((element) => {
      const webkitElement = element as WebKitVideoElement
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {})
      // Puts the whole document into full screen; the player covers it, so menus, dialogs and the next episode stay
      // inside.
      else if (document.fullscreenEnabled) {
        document.documentElement
          .requestFullscreen({ navigationUI: 'hide' })
          // Rotates a phone for a landscape video where the system allows it.
          .then(() => (element.videoWidth > element.videoHeight ? lockLandscape() : undefined))
          .catch(() => {})
      } else if (state.getState().fullscreen) webkitElement.webkitExitFullscreen?.()
      else webkitElement.webkitEnterFullscreen?.()
    }),
  }
  return requests
}

import { createStore, type StoreApi } from 'zustand'

/** `height` is the shorter side in pixels, so a vertical 720x1280 is 720. */
type Rendition = { readonly height: number; readonly bitrate: number }

/** Fatal playback errors; the values are wire codes (`playerErrorCodes`). */
export type PlaybackError = 'network' | 'media' | 'unsupported' | 'refused'

/** State of the media element and the engine. Controls send requests; the UI updates from media events. */
export type MediaState = {
  /** A source is assigned to the element. */
  source_loaded: boolean
  paused: boolean
  ended: boolean
  /** The first frame of this source has played. */
  has_played: boolean
  /** Playback is requested but stalled: seeking, or the buffer is empty. */
  waiting: boolean
  seeking: boolean
  /**
   * Seconds at which the source will start; a seek before the first frame moves it. Null once the element plays the
   * source, so that its `currentTime` counts.
   */
  start_position: number | null
  /** Seconds. */
  current_time: number
  /** Seconds, 0 until known. */
  duration: number
  /** End of the buffered range that contains `current_time`, in seconds. */
  buffered_end: number
  volume: number
  muted: boolean
  /** False on iOS, where only the hardware buttons set the volume. */
  volume_settable: boolean
  playback_rate: number
  renditions: readonly Rendition[]
  /** Height of the rendition on screen, null until known. */
  active_rendition_height: number | null
  /** `auto`, or the selected rendition height. */
  quality: 'auto' | number
  pip: boolean
  /** Contains the video while it plays in a picture-in-picture window of the page; null elsewhere. */
  pip_view: HTMLElement | null
  pip_available: boolean
  fullscreen: boolean
  fullscreen_available: boolean
  offline: boolean
  /** The browser's autoplay policy blocked playback. */
  autoplay_blocked: boolean
  /** Paused, with requests after the preview held back until playback is requested (decisions/0028-free-preview). */
  held_for_play: boolean
  error: PlaybackError | null
  /** Detail for the studio's error report. Contains no URL and nothing about the member. */
  error_detail: string
}

export const initialMediaState: MediaState = {
  source_loaded: false,
  paused: true,
  ended: false,
  has_played: false,
  waiting: false,
  seeking: false,
  start_position: null,
  current_time: 0,
  duration: 0,
  buffered_end: 0,
  volume: 1,
  muted: false,
  volume_settable: true,
  playback_rate: 1,
  renditions: [],
  active_rendition_height: null,
  quality: 'auto',
  pip: false,
  pip_view: null,
  pip_available: false,
  fullscreen: false,
  fullscreen_available: false,
  offline: false,
  autoplay_blocked: false,
  held_for_play: false,
  error: null,
  error_detail: '',
}

type EventMapping = {
  readonly events: readonly string[]
  readonly read: (media: HTMLVideoElement, state: MediaState) => Partial<MediaState>
}

/** Media events and the state fields that each of them updates. */
const eventMappings: readonly EventMapping[] = [
  {
    events: ['play', 'pause', 'ended', 'emptied', 'seeking', 'seeked', 'playing'],
    read: (media) => ({ paused: media.paused, ended: media.ended, seeking: media.seeking }),
  },
  { events: ['play'], read: () => ({ autoplay_blocked: false }) },
  { events: ['playing'], read: () => ({ has_played: true, waiting: false }) },
  {
    // A stalled video goes on by itself once its segments arrive.
    events: ['playing', 'timeupdate'],
    read: (media, { error }) =>
      error === null || media.paused || media.readyState < media.HAVE_FUTURE_DATA
        ? {}
        : { error: null, error_detail: '' },
  },
  { events: ['waiting'], read: (media) => ({ waiting: !media.paused }) },
  { events: ['pause', 'ended', 'emptied', 'canplay'], read: () => ({ waiting: false }) },
  {
    events: ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'],
    read: (media, { start_position }) => ({ current_time: start_position ?? media.currentTime }),
  },
  {
    events: ['durationchange', 'loadedmetadata'],
    // The duration is NaN while the source changes; the last known one stays.
    read: (media) => (Number.isFinite(media.duration) ? { duration: media.duration } : {}),
  },
  {
    events: ['progress', 'timeupdate', 'seeking', 'emptied', 'loadedmetadata'],
    read: (media) => ({ buffered_end: bufferedEndOf(media) }),
  },
  { events: ['volumechange'], read: (media) => ({ volume: media.volume, muted: media.muted }) },
  { events: ['ratechange'], read: (media) => ({ playback_rate: media.playbackRate }) },
  {
    events: ['enterpictureinpicture', 'leavepictureinpicture'],
    read: (media) => ({ pip: document.pictureInPictureElement === media }),
  },
  { events: ['webkitbeginfullscreen'], read: () => ({ fullscreen: true }) },
  { events: ['webkitendfullscreen'], read: () => ({ fullscreen: false }) },
]

function bufferedEndOf(media: HTMLVideoElement): number {
  const { buffered, currentTime } = media
  for (let i = 0; i < buffered.length; i++) {
    // A seek can land a frame before the buffered range starts.
    if (buffered.start(i) <= currentTime + 0.2 && currentTime <= buffered.end(i))
      return buffered.end(i)
  }
  return currentTime
}

/** Ends the start position once the element is at a position of its source, until `signal` aborts. */
export function endStartPosition(
  media: HTMLVideoElement,
  state: PlayerStore<MediaState>,
  signal: AbortSignal,
): void {
  function end(event: Event) {
    const { start_position } = state.getState()
    // An event of the previous source, or the first frame of a segment within which the engine will seek.
    if (start_position === null || media.readyState === 0) return
    if (event.type === 'loadeddata' && media.currentTime < start_position) return
    state.setState({ start_position: null, current_time: media.currentTime })
  }
  for (const name of ['seeking', 'loadeddata', 'playing'])
    media.addEventListener(name, end, { signal })
}

/** Non-standard full-screen API of the video element on iPhone. */
export type WebKitVideoElement = HTMLVideoElement & {
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
}

/** Updates `store` from element, document and connection until the returned function is called. */
export function bindMediaState(
  media: HTMLVideoElement,
  store: PlayerStore<MediaState>,
): () => void {
  const stop = new AbortController()
  const { signal } = stop
  for (const { events, read } of eventMappings) {
    for (const event of events) {
      media.addEventListener(event, () => store.setState(read(media, store.getState())), { signal })
    }
  }
  const readFullscreen = () => store.setState({ fullscreen: document.fullscreenElement !== null })
  document.addEventListener('fullscreenchange', readFullscreen, { signal })
  const readConnection = () => store.setState({ offline: !navigator.onLine })
  addEventListener('online', readConnection, { signal })
  addEventListener('offline', readConnection, { signal })

  for (const { read } of eventMappings.filter((mapping) =>
    mapping.events.includes('volumechange'),
  )) {
    store.setState(read(media, store.getState()))
  }
  readFullscreen()
  readConnection()
  store.setState({
    paused: media.paused,
    volume_settable: canSetVolume(media),
    pip_available: document.pictureInPictureEnabled ?? false,
    fullscreen_available:
      document.fullscreenEnabled ||
      (media as WebKitVideoElement).webkitSupportsFullscreen !== undefined,
  })
  return () => stop.abort()
}

function canSetVolume(media: HTMLVideoElement): boolean {
  const before = media.volume
  const other = before === 0.5 ? 0.4 : 0.5
  media.volume = other
  const isSettable = media.volume === other
  media.volume = before
  return isSettable
}

/** A zustand store. Setting equal values notifies no listener. */
export type PlayerStore<S extends object> = Omit<StoreApi<S>, 'setState'> & {
  setState(changes: Partial<S>): void
}

export const createPlayerStore = <S extends object>(initial: S): PlayerStore<S> =>
  ignoreEqualChanges(createStore(() => initial))

/** @returns the store, which does not report changes to equal values. */
export function ignoreEqualChanges<S extends object>(
  store: Pick<StoreApi<S>, 'getState' | 'getInitialState' | 'subscribe'> & {
    setState: (changes: Partial<S>) => unknown
  },
): PlayerStore<S> {
  return {
    ...store,
    setState(changes) {
      const state = store.getState()
      const names = Object.keys(changes) as (keyof S)[]
      if (names.some((name) => !Object.is(state[name], changes[name]))) store.setState(changes)
    },
  }
}

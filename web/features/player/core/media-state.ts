/** One rung of the ladder; `height` is the shorter side, so a vertical 720x1280 is 720. */
type Rendition = { readonly height: number; readonly bitrate: number }

/** Why playing stopped for good: the screen says which, and offers to try again. */
export type PlaybackError = 'network' | 'media' | 'unsupported' | 'refused'

/**
 * What is true of the player now. Controls show these and nothing else: a press makes a wish (`wishes.ts`),
 * and the picture on the button changes when the element says that it happened.
 */
export type MediaState = {
  /** A source has been handed to the element. */
  loaded: boolean
  paused: boolean
  ended: boolean
  /** The first frame of this source has been seen playing. */
  started: boolean
  /** Playing was asked for and no picture comes: seeking, or the buffer ran dry. */
  waiting: boolean
  seeking: boolean
  /** Seconds. */
  time: number
  /** Seconds, 0 until known. */
  duration: number
  /** End of the buffered stretch that holds `time`, in seconds. */
  buffered_to: number
  volume: number
  muted: boolean
  /** iOS sets the volume by its own buttons alone. */
  can_set_volume: boolean
  rate: number
  rungs: readonly Rendition[]
  /** The shorter side of the rung on screen, null until known. */
  playing_height: number | null
  /** `auto`, or the shorter side that was chosen. */
  quality: 'auto' | number
  pip: boolean
  can_pip: boolean
  fullscreen: boolean
  can_fullscreen: boolean
  offline: boolean
  /** The browser wants a press before it plays with sound. */
  autoplay_refused: boolean
  /** It stands still, and what comes here is requested only once playback is asked for (D-42). */
  held_for_play: boolean
  failure: PlaybackError | null
  /** The engine's own words for it, for the studio: no address, nothing of who watches. */
  failure_detail: string
}

export const initialMediaState: MediaState = {
  loaded: false,
  paused: true,
  ended: false,
  started: false,
  waiting: false,
  seeking: false,
  time: 0,
  duration: 0,
  buffered_to: 0,
  volume: 1,
  muted: false,
  can_set_volume: true,
  rate: 1,
  rungs: [],
  playing_height: null,
  quality: 'auto',
  pip: false,
  can_pip: false,
  fullscreen: false,
  can_fullscreen: false,
  offline: false,
  autoplay_refused: false,
  held_for_play: false,
  failure: null,
  failure_detail: '',
}

type Reading = {
  readonly events: readonly string[]
  readonly read: (media: HTMLVideoElement) => Partial<MediaState>
}

/** Which event of the media element can change which fact. */
const readings: readonly Reading[] = [
  {
    events: ['play', 'pause', 'ended', 'emptied', 'seeking', 'seeked', 'playing'],
    read: (media) => ({ paused: media.paused, ended: media.ended, seeking: media.seeking }),
  },
  { events: ['play'], read: () => ({ autoplay_refused: false }) },
  { events: ['playing'], read: () => ({ started: true, waiting: false }) },
  { events: ['waiting'], read: (media) => ({ waiting: !media.paused }) },
  { events: ['pause', 'ended', 'emptied', 'canplay'], read: () => ({ waiting: false }) },
  {
    events: ['timeupdate', 'seeking', 'seeked', 'loadedmetadata'],
    read: (media) => ({ time: media.currentTime }),
  },
  {
    events: ['durationchange', 'loadedmetadata'],
    // While a source is being swapped the duration is NaN; the last known one stays on the bar.
    read: (media) => (Number.isFinite(media.duration) ? { duration: media.duration } : {}),
  },
  {
    events: ['progress', 'timeupdate', 'seeking', 'emptied', 'loadedmetadata'],
    read: (media) => ({ buffered_to: bufferedTo(media) }),
  },
  { events: ['volumechange'], read: (media) => ({ volume: media.volume, muted: media.muted }) },
  { events: ['ratechange'], read: (media) => ({ rate: media.playbackRate }) },
  {
    events: ['enterpictureinpicture', 'leavepictureinpicture'],
    read: (media) => ({ pip: document.pictureInPictureElement === media }),
  },
  { events: ['webkitbeginfullscreen'], read: () => ({ fullscreen: true }) },
  { events: ['webkitendfullscreen'], read: () => ({ fullscreen: false }) },
]

function bufferedTo(media: HTMLVideoElement): number {
  const { buffered, currentTime } = media
  for (let i = 0; i < buffered.length; i++) {
    // A seek lands a frame or so before the buffered stretch begins.
    if (buffered.start(i) <= currentTime + 0.2 && currentTime <= buffered.end(i))
      return buffered.end(i)
  }
  return currentTime
}

/** iPhones give the video element a full screen of its own and no other. */
export type WebKitVideoElement = HTMLVideoElement & {
  webkitSupportsFullscreen?: boolean
  webkitEnterFullscreen?: () => void
  webkitExitFullscreen?: () => void
}

/** Keeps `store` true to the element, the document and the connection. Returns how to stop. */
export function bindMediaState(media: HTMLVideoElement, store: FactStore<MediaState>): () => void {
  const stop = new AbortController()
  const { signal } = stop
  for (const { events, read } of readings) {
    for (const event of events) {
      media.addEventListener(event, () => store.set(read(media)), { signal })
    }
  }
  const readFullscreen = () => store.set({ fullscreen: document.fullscreenElement !== null })
  document.addEventListener('fullscreenchange', readFullscreen, { signal })
  const readConnection = () => store.set({ offline: !navigator.onLine })
  addEventListener('online', readConnection, { signal })
  addEventListener('offline', readConnection, { signal })

  for (const { read } of readings.filter((one) => one.events.includes('volumechange'))) {
    store.set(read(media))
  }
  readFullscreen()
  readConnection()
  store.set({
    paused: media.paused,
    can_set_volume: canSetVolume(media),
    can_pip: document.pictureInPictureEnabled ?? false,
    can_fullscreen:
      document.fullscreenEnabled ||
      (media as WebKitVideoElement).webkitSupportsFullscreen !== undefined,
  })
  return () => stop.abort()
}

function canSetVolume(media: HTMLVideoElement): boolean {
  const before = media.volume
  const other = before === 0.5 ? 0.4 : 0.5
  media.volume = other
  const took = media.volume === other
  media.volume = before
  return took
}

/** A bag of facts one can read, hear about and add to. Equal values tell nobody. */
export type FactStore<F extends object> = {
  get(): Readonly<F>
  set(news: Partial<F>): void
  subscribe(listener: () => void): () => void
}

export function createFactStore<F extends object>(initial: F): FactStore<F> {
  let facts = initial
  const listeners = new Set<() => void>()
  return {
    get: () => facts,
    set(news) {
      const changed = (Object.keys(news) as (keyof F)[]).some(
        (name) => !Object.is(facts[name], news[name]),
      )
      if (!changed) return
      facts = { ...facts, ...news }
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

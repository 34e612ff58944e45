import type { LeaseLost } from '#web/features/player/leases/stream-lease.ts'
import {
  createPlayerStore,
  type PlayerStore,
  initialMediaState,
  bindMediaState,
  type MediaState,
} from './media-state.ts'
import type { Video } from '#contract/playback/playback.ts'
import { startEngine } from '#web/features/player/engines/engine.ts'
import type { Engine, EngineOptions } from '#web/features/player/engines/engine-types.ts'
import { createPreferenceStore, type PlayerPreferences } from './preferences.ts'
import { playbackErrorOf, watchForStall } from '#web/features/player/engines/error-recovery.ts'
import { reportPlaybackErrors } from '#web/features/player/engines/playback-error-report.ts'
import { createMediaRequests, type MediaRequests } from './media-requests.ts'

type LoadOptions = {
  /** Seconds. */
  position: number
  autoplay: boolean
  refreshManifest: EngineOptions['refreshManifest']
  claim: EngineOptions['claim']
  /** Called if the video may no longer be played when it is loaded again. */
  onRefused: () => void
}

export type Player = {
  readonly media: PlayerStore<MediaState>
  readonly preferences: PlayerStore<PlayerPreferences>
  readonly requests: MediaRequests
  /** Binds the player to a media element until the returned function is called. */
  attach(media: HTMLVideoElement): () => void
  /** Loads a video in place of the current one. */
  load(video: Video, options: LoadOptions): void
  /** Loads the video again at its position, after an error. */
  retry(): void
}

function applyPreferences(
  { volume, muted, rate, quality }: PlayerPreferences,
  element: HTMLVideoElement,
  state: PlayerStore<MediaState>,
) {
  element.volume = volume
  element.muted = muted
  element.defaultPlaybackRate = element.playbackRate = rate
  state.setState({ quality })
}

/** The state of a video that begins to load. */
const stateAtLoad = (
  { duration }: Video,
  { autoplay, position }: LoadOptions,
): Partial<MediaState> => ({
  source_loaded: true,
  has_played: false,
  ended: false,
  error: null,
  error_detail: '',
  autoplay_blocked: false,
  held_for_play: false,
  waiting: autoplay,
  start_position: position,
  current_time: position,
  duration,
  buffered_end: position,
  renditions: [],
  active_rendition_height: null,
})

/**
 * Creates a player without UI: media state, media requests and stored preferences. It outlives single videos, so that
 * the next episode reuses the element and keeps full screen and the permission to autoplay with sound.
 */
export function createPlayer(): Player {
  const state = createPlayerStore(initialMediaState)
  const preferences = createPreferenceStore()
  let mediaElement: HTMLVideoElement | null = null
  let enginePromise: Promise<Engine> | undefined
  let startedEngine: Engine | undefined
  let loaded: { video: Video; options: LoadOptions } | undefined

  const requests = createMediaRequests({
    media: () => mediaElement,
    state,
    preferences,
    setQuality: (quality) => void enginePromise?.then((engine) => engine.setQuality(quality)),
    // The engine loads the video at this position once it has started.
    seek: (time) =>
      startedEngine ? startedEngine.seek(time) : state.setState({ start_position: time }),
    retry,
  })

  /** Starts the engine of the attached element. hls.js may fail to load; then the next call tries again. */
  function startEngineOf(element: HTMLVideoElement): Promise<Engine> {
    const starting = startEngine({
      media: element,
      state,
      bandwidth: preferences.getState().bandwidth,
      refreshManifest: () =>
        loaded?.options.refreshManifest() ?? Promise.reject(new Error('nothing is loaded')),
      claim: async () => loaded?.options.claim() ?? 'unreachable',
      onBandwidth: (bits) => preferences.setState({ bandwidth: Math.round(bits) }),
    })
    enginePromise = starting
    starting.then(
      (engine) => {
        // The element was detached meanwhile.
        if (enginePromise === starting) startedEngine = engine
        else engine.destroy()
      },
      () => {
        if (enginePromise !== starting) return
        enginePromise = undefined
        state.setState({ error: 'network', waiting: false })
      },
    )
    return starting
  }

  function load(video: Video, options: LoadOptions) {
    loaded = { video, options }
    state.setState(stateAtLoad(video, options))
    if (!mediaElement) return
    const starting = enginePromise ?? startEngineOf(mediaElement)
    starting
      .then((engine) => {
        // Another video was loaded, or the element detached, before the engine started.
        if (enginePromise !== starting || loaded?.options !== options) return
        engine.load(video, state.getState().start_position ?? options.position)
        if (options.autoplay) requests.play()
      })
      .catch(() => {})
  }

  function retry() {
    if (!loaded) return
    const { video, options } = loaded
    const isCurrent = () => loaded?.options === options
    state.setState({ error: null, waiting: true })
    options.refreshManifest().then(
      ({ manifest_url, preview_duration }) => {
        const { current_time: position } = state.getState()
        if (isCurrent())
          load(
            { ...video, manifest_url, preview_duration },
            { ...options, position, autoplay: true },
          )
      },
      (error: unknown) => {
        if (!isCurrent()) return
        const code = playbackErrorOf(error)
        if (code === 'refused') options.onRefused()
        else state.setState({ error: code, waiting: false })
      },
    )
  }

  return {
    media: state,
    preferences,
    requests,
    attach(element) {
      mediaElement = element
      const unbind = bindMediaState(element, state)
      const stopStallWatch = watchForStall(state)
      const stopReporting = reportPlaybackErrors(state, () => loaded?.video.episode.id ?? null)
      applyPreferences(preferences.getState(), element, state)
      startEngineOf(element).catch(() => {})
      return () => {
        state.getState().pip_view?.ownerDocument.defaultView?.close()
        unbind()
        stopStallWatch()
        stopReporting()
        startedEngine?.destroy()
        mediaElement = null
        enginePromise = startedEngine = undefined
      }
    },
    load,
    retry,
  }
}

/** Minutes, or the end of the episode. */
export const sleepChoices = ['off', '15', '30', '60', 'episode'] as const
export type SleepChoice = (typeof sleepChoices)[number]

/** A running sleep timer. `ends_at` is in milliseconds since the epoch; null for the end of the episode. */
type SleepTimer = {
  choice: Exclude<SleepChoice, 'off'>
  ends_at: number | null
  cancel: () => void
}

/** State of the controls, apart from the media. */
export type ControlsState = {
  /** The user moved, touched or pressed a key recently. */
  user_active: boolean
  /** The touch lock is on. */
  locked: boolean
  settings_open: boolean
  shortcuts_open: boolean
  episodes_open: boolean
  stats_open: boolean
  /** The running sleep timer. */
  sleep: SleepTimer | null
  /** Feedback on the last action, shown and announced to screen readers. */
  feedback: { text: string; id: number } | null
  /** Position in seconds on the member's other device, while paused here. */
  other_device_position: number | null
  /** Why the stream lease was lost. */
  lease_lost: LeaseLost | null
  /** False while the server cannot be told the progress. */
  progress_saved: boolean
}

export type PlayerContextValue = {
  player: Player
  controls: PlayerStore<ControlsState>
  /** Shows a transient message over the picture. */
  showFeedback: (text: string) => void
}

export function createControls(): Pick<PlayerContextValue, 'controls' | 'showFeedback'> {
  const controls = createPlayerStore<ControlsState>({
    user_active: true,
    locked: false,
    settings_open: false,
    shortcuts_open: false,
    episodes_open: false,
    stats_open: false,
    sleep: null,
    feedback: null,
    other_device_position: null,
    lease_lost: null,
    progress_saved: true,
  })
  let id = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    controls,
    showFeedback(text) {
      clearTimeout(timer)
      controls.setState({ feedback: { text, id: (id += 1) } })
      timer = setTimeout(() => controls.setState({ feedback: null }), 1500)
    },
  }
}

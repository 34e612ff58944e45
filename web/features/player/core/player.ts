import type { LeaseLost } from '#web/features/player/leases/stream-lease.ts'
import {
  createPlayerStore,
  type PlayerStore,
  initialMediaState,
  bindMediaState,
  type MediaState,
} from './media-state.ts'
import type { Video } from '#contract/contents/playback.ts'
import { startEngine } from '#web/features/player/engines/engine.ts'
import type { Engine, EngineOptions } from '#web/features/player/engines/engine-types.ts'
import { createPreferenceStore, type PlayerPreferences } from './preferences.ts'
import { watchForStall } from '#web/features/player/engines/error-recovery.ts'
import { reportPlaybackErrors } from '#web/features/player/engines/playback-error-report.ts'
import { createMediaRequests, type MediaRequests } from './media-requests.ts'

type LoadOptions = {
  /** Seconds. */
  position: number
  autoplay: boolean
  refreshManifest: EngineOptions['refreshManifest']
  claim: EngineOptions['claim']
}

export type Player = {
  readonly media: PlayerStore<MediaState>
  readonly preferences: PlayerStore<PlayerPreferences>
  readonly requests: MediaRequests
  /** Binds the player to a media element until the returned function is called. */
  attach(media: HTMLVideoElement): () => void
  /** Loads a video in place of the current one. */
  load(video: Video, options: LoadOptions): void
}

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
  let episodeId: number | null = null
  let loadedOptions: LoadOptions | undefined

  const requests = createMediaRequests({
    media: () => mediaElement,
    state,
    preferences,
    setQuality: (quality) => void enginePromise?.then((engine) => engine.setQuality(quality)),
    seek: (time) => startedEngine?.seek(time),
  })

  return {
    media: state,
    preferences,
    requests,
    attach(element) {
      mediaElement = element
      const { volume, muted, rate, quality, bandwidth } = preferences.getState()
      const unbind = bindMediaState(element, state)
      const stopStallWatch = watchForStall(state)
      const stopReporting = reportPlaybackErrors(state, () => episodeId)
      element.volume = volume
      element.muted = muted
      element.defaultPlaybackRate = element.playbackRate = rate
      state.setState({ quality })
      const starting = startEngine({
        media: element,
        state,
        bandwidth,
        refreshManifest: () =>
          loadedOptions?.refreshManifest() ?? Promise.reject(new Error('nothing is loaded')),
        claim: async () => loadedOptions?.claim() ?? 'unreachable',
        onBandwidth: (bits) => preferences.setState({ bandwidth: Math.round(bits) }),
      })
      starting.then(
        (engine) => (startedEngine = engine),
        // hls.js failed to load.
        () => state.setState({ error: 'network' }),
      )
      enginePromise = starting
      return () => {
        state.getState().pip_view?.ownerDocument.defaultView?.close()
        unbind()
        stopStallWatch()
        stopReporting()
        starting.then((engine) => engine.destroy()).catch(() => {})
        mediaElement = null
        enginePromise = startedEngine = undefined
      }
    },
    load(video, options) {
      loadedOptions = options
      episodeId = video.episode.id
      state.setState({
        source_loaded: true,
        has_played: false,
        ended: false,
        error: null,
        error_detail: '',
        autoplay_blocked: false,
        held_for_play: false,
        waiting: options.autoplay,
        current_time: options.position,
        duration: video.duration,
        buffered_end: options.position,
        renditions: [],
        active_rendition_height: null,
      })
      enginePromise
        ?.then((engine) => {
          // Another video was loaded before the engine started.
          if (!mediaElement || loadedOptions !== options) return
          engine.load(video, options.position)
          if (options.autoplay) requests.play()
        })
        .catch(() => {})
    },
  }
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
  /** Feedback on the last action, shown and announced to screen readers. */
  feedback: { text: string; id: number } | null
  /** Position in seconds on the member's other device, while paused here. */
  other_device_position: number | null
  /** Why the stream lease was lost (D-46). */
  lease_lost: LeaseLost | null
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
    feedback: null,
    other_device_position: null,
    lease_lost: null,
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

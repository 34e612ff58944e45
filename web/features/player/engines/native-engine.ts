import { isApiError } from '#web/api/api-errors.ts'
import type { Engine, EngineOptions } from './engine-types.ts'
import {
  failPlayback,
  playbackErrorOf,
  noAttempts,
  type RecoveryAttempts,
  recoveryActionFor,
  repeatStuckSeeks,
} from './error-recovery.ts'
import { endStartPosition } from '#web/features/player/core/media-state.ts'
import { isKeyDue } from './key-gate.ts'
import type { StreamSource } from './hls-source.ts'

/** Seconds before the end of the preview at which the full stream replaces it, so that `ended` never fires. */
const switchLead_s = 1

/**
 * Creates an engine for browsers without Media Source. Native HLS prefetches keys, so a paid video starts with the
 * preview's playlist; the full stream opens when playback reaches the end of the preview and the stream lease is
 * acquired at that position (decisions/0028-free-preview).
 */
export function createNativeEngine(options: EngineOptions): Engine {
  const { media, state } = options
  const engineAbort = new AbortController()
  const { signal } = engineAbort
  const session: Session = {
    attempts: noAttempts,
    stream: undefined,
    duration: 0,
    loadedPart: 'none',
    pendingAt: null,
    generation: 0,
    isSwitching: false,
    streamAbort: new AbortController(),
    signal,
  }
  const recover = createRecovery(session, options, { load, openFull })

  function open(part: 'preview' | 'full', at: number) {
    if (!session.stream) return
    session.loadedPart = part
    session.pendingAt = null
    state.setState({ start_position: at, current_time: at })
    const { manifest_url } = session.stream
    media.src =
      part === 'preview' ? manifest_url.replace(/main\.m3u8/, 'preview/main.m3u8') : manifest_url
  }

  /** Opens the full stream if playing, else waits for playback. */
  async function openFull(at: number) {
    if (media.paused) {
      session.pendingAt = at
      state.setState({ start_position: at, current_time: at, waiting: false })
      return
    }
    if (session.isSwitching) return
    const startedGeneration = session.generation
    session.isSwitching = true
    state.setState({ start_position: at, current_time: at })
    const claimed = await options.claim()
    if (startedGeneration !== session.generation || signal.aborted) return
    session.isSwitching = false
    if (claimed === 'unreachable') return recover({ kind: 'network', status: undefined }, at)
    if (claimed === 'lost' || media.paused) {
      session.pendingAt = at
      return
    }
    open('full', at)
    await media.play().catch(() => {})
  }

  function load(newStream: StreamSource, at: number) {
    session.generation += 1
    session.streamAbort.abort()
    session.streamAbort = new AbortController()
    session.isSwitching = false
    session.attempts = noAttempts
    session.stream = newStream
    session.duration = state.getState().duration
    const { preview_duration } = newStream
    if (preview_duration === null) open('full', at)
    else if (at < preview_duration - switchLead_s) open('preview', at)
    else {
      session.loadedPart = 'none'
      media.removeAttribute('src')
      media.load()
      void openFull(at)
    }
  }

  observeMedia(session, options, { openFull, recover })
  return {
    load,
    seek(time) {
      const end = session.stream?.preview_duration ?? null
      if (session.loadedPart !== 'full' && end !== null && time >= end - switchLead_s)
        void openFull(time)
      else if (session.loadedPart === 'none') {
        const { paused } = media
        open('preview', time)
        if (!paused) media.play().catch(() => {})
      } else {
        if (state.getState().start_position !== null) state.setState({ start_position: time })
        // Before that the element moves to the start position once it has read the stream.
        if (media.readyState > 0) media.currentTime = time
      }
    },
    setQuality: () => {},
    destroy() {
      engineAbort.abort()
      session.streamAbort.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

/** The loaded stream, shared by the parts of the engine. */
type Session = {
  attempts: RecoveryAttempts
  stream: StreamSource | undefined
  duration: number
  loadedPart: 'none' | 'preview' | 'full'
  /** Position to open at when playback is requested and nothing is loaded. */
  pendingAt: number | null
  /** Incremented by every load, so that late responses of an earlier one are ignored. */
  generation: number
  isSwitching: boolean
  /** Aborts pending timers and listeners of the loaded stream. */
  streamAbort: AbortController
  /** Ends with the engine. */
  signal: AbortSignal
}

const positionOf = ({ media, state }: EngineOptions) =>
  state.getState().start_position ?? media.currentTime

type MediaFailure = { kind: 'network' | 'media'; status: number | undefined }

/** Returns what recovers from a failure of the element at a position, by loading the stream again. */
function createRecovery(
  session: Session,
  options: EngineOptions,
  { load, openFull }: { load: Engine['load']; openFull: (at: number) => Promise<void> },
) {
  const { media, state } = options
  const { signal } = session

  /** Reloads the stream at the current position. */
  async function reopen(getStream: () => Promise<StreamSource>) {
    const startedGeneration = session.generation
    try {
      const newStream = await getStream()
      if (startedGeneration !== session.generation || signal.aborted) return
      // Read after the response and before `load`, which pauses the element.
      const { paused } = media
      const attemptsBefore = session.attempts
      load(newStream, positionOf(options))
      session.attempts = attemptsBefore
      if (!paused) await media.play().catch(() => {})
    } catch (error) {
      if (startedGeneration !== session.generation || signal.aborted) return
      if (isApiError(error, 'too_many_streams')) return void openFull(positionOf(options))
      failPlayback(media, state, playbackErrorOf(error))
    }
  }

  function recover({ kind, status }: MediaFailure, at: number) {
    const action = recoveryActionFor(
      { kind, fatal: true, status },
      session.attempts,
      navigator.onLine,
    )
    // The element has stopped; it seeks once the stream has reloaded.
    state.setState({ start_position: at })
    const reload = () => void reopen(async () => session.stream!)
    if (action.type === 'refresh_manifest') {
      session.attempts = { ...session.attempts, refreshes: session.attempts.refreshes + 1 }
      void reopen(options.refreshManifest)
    } else if (action.type === 'wait_online') {
      addEventListener('online', reload, { once: true, signal: session.streamAbort.signal })
    } else if (action.type === 'retry_load' || action.type === 'recover_media') {
      const delay_ms = action.type === 'retry_load' ? action.delay_ms : 0
      session.attempts = {
        ...session.attempts,
        retries: session.attempts.retries + 1,
        media_recoveries: session.attempts.media_recoveries + 1,
      }
      const timer = setTimeout(reload, delay_ms)
      session.streamAbort.signal.addEventListener('abort', () => clearTimeout(timer))
    } else if (action.type === 'fail') {
      const error_detail = `MediaError ${media.error?.code ?? ''}`.trim()
      failPlayback(media, state, action.error, error_detail)
    }
  }
  return recover
}

/** Follows the events of the element. */
function observeMedia(
  session: Session,
  options: EngineOptions,
  {
    openFull,
    recover,
  }: {
    openFull: (at: number) => Promise<void>
    recover: (failure: MediaFailure, at: number) => void
  },
) {
  const { media, state } = options
  const { signal } = session
  endStartPosition(media, state, signal)
  repeatStuckSeeks(media, signal)
  media.addEventListener('playing', () => (session.attempts = noAttempts), { signal })
  media.addEventListener(
    'loadedmetadata',
    () => {
      const { start_position } = state.getState()
      if (start_position) media.currentTime = start_position
    },
    { signal },
  )
  // The preview's playlist is shorter than the video.
  media.addEventListener(
    'durationchange',
    () =>
      session.loadedPart === 'preview' &&
      session.duration > 0 &&
      state.setState({ duration: session.duration }),
    { signal },
  )
  media.addEventListener(
    'timeupdate',
    () => {
      const { currentTime, paused } = media
      const end = session.stream?.preview_duration ?? null
      if (
        session.loadedPart !== 'preview' ||
        end === null ||
        paused ||
        currentTime < end - switchLead_s
      )
        return
      if (isKeyDue(currentTime, end)) void openFull(currentTime)
    },
    { signal },
  )
  media.addEventListener(
    'play',
    () => session.pendingAt !== null && void openFull(session.pendingAt),
    {
      signal,
    },
  )
  media.addEventListener(
    'error',
    () => {
      const at = positionOf(options)
      // Segments are denied while another device holds the lease; playback acquires it again.
      if (media.paused && session.stream && session.stream.preview_duration !== null) {
        session.pendingAt = at
        return
      }
      // `MediaError` has no status, so the first network error while online is treated as an expired grant.
      const isNetworkError = media.error?.code === MediaError.MEDIA_ERR_NETWORK
      const status =
        isNetworkError && navigator.onLine && session.attempts.refreshes === 0 ? 403 : undefined
      recover({ kind: isNetworkError ? 'network' : 'media', status }, at)
    },
    { signal },
  )
}

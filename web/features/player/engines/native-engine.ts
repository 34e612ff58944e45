import { isApiError } from '#web/api/api-errors.ts'
import type { Engine, EngineOptions } from './engine-types.ts'
import {
  failPlayback,
  playbackErrorOf,
  noAttempts,
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
  let attempts = noAttempts
  let stream: StreamSource | undefined
  let duration = 0
  let loadedPart: 'none' | 'preview' | 'full' = 'none'
  /** Position to open at when playback is requested and nothing is loaded. */
  let pending_at: number | null = null
  let generation = 0
  let is_switching = false
  const engineAbort = new AbortController()
  const { signal } = engineAbort
  let streamAbort = new AbortController()

  const position = () => state.getState().start_position ?? media.currentTime

  function open(part: 'preview' | 'full', at: number) {
    if (!stream) return
    loadedPart = part
    pending_at = null
    state.setState({ start_position: at, current_time: at })
    const { manifest_url } = stream
    media.src =
      part === 'preview' ? manifest_url.replace(/main\.m3u8/, 'preview/main.m3u8') : manifest_url
  }

  /** Opens the full stream if playing, else waits for playback. */
  async function openFull(at: number) {
    if (media.paused) {
      pending_at = at
      state.setState({ start_position: at, current_time: at, waiting: false })
      return
    }
    if (is_switching) return
    const startedGeneration = generation
    is_switching = true
    state.setState({ start_position: at, current_time: at })
    const claimed = await options.claim()
    if (startedGeneration !== generation || signal.aborted) return
    is_switching = false
    if (claimed === 'unreachable') return recover({ kind: 'network', status: undefined }, at)
    if (claimed === 'lost' || media.paused) {
      pending_at = at
      return
    }
    open('full', at)
    await media.play().catch(() => {})
  }

  function load(newStream: StreamSource, at: number) {
    generation += 1
    streamAbort.abort()
    streamAbort = new AbortController()
    is_switching = false
    attempts = noAttempts
    stream = newStream
    duration = state.getState().duration
    const { preview_duration } = newStream
    if (preview_duration === null) open('full', at)
    else if (at < preview_duration - switchLead_s) open('preview', at)
    else {
      loadedPart = 'none'
      media.removeAttribute('src')
      media.load()
      void openFull(at)
    }
  }

  /** Reloads the stream at the current position. */
  async function reopen(getStream: () => Promise<StreamSource>) {
    const startedGeneration = generation
    try {
      const newStream = await getStream()
      if (startedGeneration !== generation || signal.aborted) return
      // Read after the response and before `load`, which pauses the element.
      const { paused } = media
      const attemptsBefore = attempts
      load(newStream, position())
      attempts = attemptsBefore
      if (!paused) await media.play().catch(() => {})
    } catch (error) {
      if (startedGeneration !== generation || signal.aborted) return
      if (isApiError(error, 'too_many_streams')) return void openFull(position())
      failPlayback(media, state, playbackErrorOf(error))
    }
  }

  function recover(
    { kind, status }: { kind: 'network' | 'media'; status: number | undefined },
    at: number,
  ) {
    const action = recoveryActionFor({ kind, fatal: true, status }, attempts, navigator.onLine)
    // The element has stopped; it seeks once the stream has reloaded.
    state.setState({ start_position: at })
    const reload = () => void reopen(async () => stream!)
    if (action.type === 'refresh_manifest') {
      attempts = { ...attempts, refreshes: attempts.refreshes + 1 }
      void reopen(options.refreshManifest)
    } else if (action.type === 'wait_online') {
      addEventListener('online', reload, { once: true, signal: streamAbort.signal })
    } else if (action.type === 'retry_load' || action.type === 'recover_media') {
      const delay_ms = action.type === 'retry_load' ? action.delay_ms : 0
      attempts = {
        ...attempts,
        retries: attempts.retries + 1,
        media_recoveries: attempts.media_recoveries + 1,
      }
      const timer = setTimeout(reload, delay_ms)
      streamAbort.signal.addEventListener('abort', () => clearTimeout(timer))
    } else if (action.type === 'fail') {
      const error_detail = `MediaError ${media.error?.code ?? ''}`.trim()
      failPlayback(media, state, action.error, error_detail)
    }
  }

  endStartPosition(media, state, signal)
  repeatStuckSeeks(media, signal)
  media.addEventListener('playing', () => (attempts = noAttempts), { signal })
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
    () => loadedPart === 'preview' && duration > 0 && state.setState({ duration }),
    { signal },
  )
  media.addEventListener(
    'timeupdate',
    () => {
      const { currentTime, paused } = media
      const end = stream?.preview_duration ?? null
      if (loadedPart !== 'preview' || end === null || paused || currentTime < end - switchLead_s)
        return
      if (isKeyDue(currentTime, end)) void openFull(currentTime)
    },
    { signal },
  )
  media.addEventListener('play', () => pending_at !== null && void openFull(pending_at), {
    signal,
  })
  media.addEventListener(
    'error',
    () => {
      const at = position()
      // Segments are denied while another device holds the lease; playback acquires it again.
      if (media.paused && stream && stream.preview_duration !== null) {
        pending_at = at
        return
      }
      // `MediaError` has no status, so the first network error while online is treated as an expired grant.
      const isNetworkError = media.error?.code === MediaError.MEDIA_ERR_NETWORK
      const status =
        isNetworkError && navigator.onLine && attempts.refreshes === 0 ? 403 : undefined
      recover({ kind: isNetworkError ? 'network' : 'media', status }, at)
    },
    { signal },
  )
  return {
    load,
    seek(time) {
      const end = stream?.preview_duration ?? null
      if (loadedPart !== 'full' && end !== null && time >= end - switchLead_s) void openFull(time)
      else if (loadedPart === 'none') {
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
      streamAbort.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

import { isApiError } from '#web/api/api-errors.ts'
import type { Problem } from '#contract/problem.ts'
import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { Engine, EngineOptions } from './engine-types.ts'
import {
  failPlayback,
  playbackErrorOf,
  repeatStuckSeeks,
  noAttempts,
  recoveryActionFor,
  type EngineError,
} from './error-recovery.ts'
import { endStartPosition } from '#web/features/player/core/media-state.ts'
import { renditionIndexFor } from '#web/features/player/core/preferences.ts'
import { renditionHeight, acquireSource, type StreamSource, type Source } from './hls-source.ts'

/** Media events that can change the playhead or whether it plays. */
const playbackEvents = ['play', 'pause', 'playing', 'seeking', 'seeked', 'timeupdate', 'emptied']

/** Milliseconds that merge a series of seeks before the first frame, each of which would abort requests. */
const seekDelay_ms = 200

export function createHlsEngine(HlsClass: typeof Hls, options: EngineOptions): Engine {
  const { media, state } = options
  let attempts = noAttempts
  let quality: 'auto' | number = state.getState().quality
  let source: Source | undefined
  let stream: StreamSource | undefined
  /** Incremented by every load, so that late responses of an earlier one are ignored. */
  let generation = 0
  let refreshingGeneration: number | null = null
  /** Loading is stopped until playback is requested. */
  let is_suspended = false
  let cancelStart: (() => void) | undefined
  const engineAbort = new AbortController()
  const { signal } = engineAbort
  /** Aborts pending timers and listeners of the loaded stream. */
  let streamAbort = new AbortController()

  const position = () => state.getState().start_position ?? media.currentTime

  function updateGate() {
    source?.gate.update({ is_playing: !media.paused, position: position() })
    updateHeldForPlay()
  }
  function updateHeldForPlay() {
    state.setState({ held_for_play: media.paused && (source?.gate.isHolding() ?? false) })
  }
  endStartPosition(media, state, signal)
  for (const name of playbackEvents) media.addEventListener(name, updateGate, { signal })
  repeatStuckSeeks(media, signal)
  media.addEventListener('play', () => is_suspended && void resumeSuspended(), { signal })

  const heights = () => source?.hls.levels.map(renditionHeight) ?? []

  function applyQuality() {
    if (!source) return
    const { hls } = source
    const level = renditionIndexFor(quality, heights())
    if (media.readyState === 0) {
      if (hls.manualLevel === level) return
      hls.startLevel = hls.loadLevel = level
      return startLoading()
    }
    // `nextLevel` keeps the current segment, so switching does not interrupt the picture.
    if (hls.nextLevel !== level || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
  }

  function load(newStream: StreamSource, startAt: number) {
    generation += 1
    streamAbort.abort()
    streamAbort = new AbortController()
    source?.hls.destroy()
    attempts = noAttempts
    is_suspended = false
    stream = newStream
    state.setState({ start_position: startAt, current_time: startAt })
    source = acquireSource(HlsClass, newStream, {
      at: startAt,
      bandwidth: options.bandwidth,
      quality,
    })
    const { hls, gate } = source
    const { Events } = HlsClass
    gate.onChange(updateHeldForPlay)
    updateGate()
    const updateRenditions = () =>
      state.setState({
        renditions: hls.levels.map((level) => ({
          height: renditionHeight(level),
          bitrate: level.bitrate,
        })),
      })
    if (hls.levels.length > 0) updateRenditions()
    hls.on(Events.MANIFEST_PARSED, updateRenditions)
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      state.setState({ active_rendition_height: heights()[level] ?? null })
    })
    hls.on(Events.FRAG_BUFFERED, () => {
      // Empty segments fire this event, too.
      if (media.buffered.length > 0) attempts = noAttempts
      if (Number.isFinite(hls.bandwidthEstimate)) {
        options.bandwidth = hls.bandwidthEstimate
        options.onBandwidth(hls.bandwidthEstimate)
      }
    })
    hls.on(Events.ERROR, (_, data) => {
      const { details, response } = data
      handleError(toEngineError(data, media.paused), `${details} ${response?.code ?? ''}`.trim())
    })
    hls.attachMedia(media)
  }

  function handleError(error: EngineError, error_detail: string) {
    // Requests in flight when loading was suspended.
    if (is_suspended && error.kind === 'network') return
    const action = recoveryActionFor(error, attempts, navigator.onLine)
    if (error.is_unparsable) attempts = { ...attempts, unparsable: attempts.unparsable + 1 }
    switch (action.type) {
      case 'none':
        return
      case 'suspend':
        suspend()
        return
      case 'claim':
        attempts = { ...attempts, claims: attempts.claims + 1 }
        void claim()
        return
      case 'refresh_manifest':
        attempts = { ...attempts, refreshes: attempts.refreshes + 1 }
        void refreshManifest()
        return
      case 'wait_online':
        addEventListener('online', resume, { once: true, signal: streamAbort.signal })
        return
      case 'retry_load':
        attempts = { ...attempts, retries: attempts.retries + 1 }
        // hls.js would retry a non-fatal error immediately.
        startLoading(action.delay_ms)
        return
      case 'recover_media':
        attempts = { ...attempts, media_recoveries: attempts.media_recoveries + 1 }
        recoverMedia()
        return
      case 'fail':
        stopLoading()
        failPlayback(media, state, action.error, error_detail)
    }
  }

  function schedule(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms)
    const cancel = () => clearTimeout(timer)
    streamAbort.signal.addEventListener('abort', cancel)
    return cancel
  }

  function stopLoading() {
    cancelStart?.()
    source?.hls.stopLoad()
  }

  /**
   * Stops loading, and loads from the current position in a later task. hls.js 1.7 handles the abort of an init segment in
   * a microtask: if loading has started again by then, it aborts the new segment, and before the first media it never
   * requests another. See decisions/0031-player-engine.
   */
  function startLoading(delay_ms = 0) {
    stopLoading()
    cancelStart = schedule(delay_ms, () => {
      if (!source || is_suspended) return
      const { hls } = source
      // Without a manifest there is nothing to resume: load it again.
      if (hls.levels.length === 0 && hls.url) hls.loadSource(hls.url)
      else hls.startLoad(position())
    })
  }
  const resume = () => startLoading()

  /** Resets the decoder: hls.js attaches the element to a new source, which starts at the current position. */
  function recoverMedia() {
    if (!source) return
    const { hls } = source
    const at = position()
    state.setState({ start_position: at })
    hls.config.startPosition = at
    stopLoading()
    hls.once(HlsClass.Events.MEDIA_ATTACHED, resume)
    hls.recoverMediaError()
  }

  function suspend() {
    is_suspended = true
    stopLoading()
  }

  async function resumeSuspended() {
    is_suspended = false
    // Segments of a paid video require a stream lease.
    if (stream && stream.preview_duration !== null) await claim()
    else resume()
  }

  /**
   * Acquires the stream lease and resumes loading. If the lease is lost, playback pauses and the next `play` tries
   * again.
   */
  async function claim() {
    const startedGeneration = generation
    suspend()
    const claimed = await options.claim()
    if (startedGeneration !== generation || signal.aborted || !is_suspended) return
    if (claimed === 'lost' || media.paused) return
    is_suspended = false
    if (claimed === 'held') resume()
    else handleError({ kind: 'network', fatal: true, status: undefined }, 'stream slot')
  }

  async function refreshManifest() {
    if (refreshingGeneration === generation || signal.aborted) return
    const startedGeneration = generation
    refreshingGeneration = startedGeneration
    const attemptsBefore = attempts
    stopLoading()
    try {
      const refreshed = await options.refreshManifest()
      // Another stream was loaded meanwhile.
      if (startedGeneration !== generation || signal.aborted) return
      const { paused } = media
      load(refreshed, position())
      attempts = attemptsBefore
      if (!paused) media.play().catch(() => {})
    } catch (error) {
      if (startedGeneration !== generation || signal.aborted) return
      refreshingGeneration = null
      if (isApiError(error, 'too_many_streams')) return media.paused ? suspend() : void claim()
      failPlayback(media, state, playbackErrorOf(error))
    }
  }

  return {
    load,
    seek(time) {
      if (state.getState().start_position !== null) state.setState({ start_position: time })
      if (media.readyState > 0) media.currentTime = time
      // The element cannot seek yet: hls.js moves it to the start position once media has arrived.
      else if (source) {
        source.hls.config.startPosition = time
        if (!is_suspended && source.hls.levels.length > 0) startLoading(seekDelay_ms)
      }
      updateGate()
    },
    setQuality(newQuality) {
      quality = newQuality
      if (source?.hls.levels.length) applyQuality()
    },
    destroy() {
      engineAbort.abort()
      streamAbort.abort()
      source?.hls.destroy()
    },
  }
}

function toEngineError(data: ErrorData, paused: boolean): EngineError {
  const kind =
    data.type === 'networkError' ? 'network' : data.type === 'mediaError' ? 'media' : 'other'
  const is_unparsable = data.details === 'fragParsingError' || data.details === 'bufferAppendError'
  const status = data.response?.code || undefined
  const code = status === 409 ? problemCodeOf(data.networkDetails) : undefined
  return { kind, fatal: data.fatal, status, code, paused, is_unparsable }
}

/** Code of the problem document that a key or segment request failed with; both use `arraybuffer` responses. */
function problemCodeOf(details: unknown): Problem['code'] | undefined {
  try {
    const body = (details as XMLHttpRequest).response as ArrayBuffer
    return (JSON.parse(new TextDecoder().decode(body)) as Problem).code
  } catch {
    return undefined
  }
}

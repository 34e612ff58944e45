import { isApiError } from '#web/api/api-errors.ts'
import type { Problem } from '#contract/problem.ts'
import type Hls from 'hls.js'
import type { ErrorData, Fragment } from 'hls.js'
import type { Engine, EngineOptions } from './engine-types.ts'
import {
  failPlayback,
  playbackErrorOf,
  repeatStuckSeeks,
  noAttempts,
  recoveryActionFor,
  type EngineError,
  type RecoveryAttempts,
} from './error-recovery.ts'
import { endStartPosition } from '#web/features/player/core/media-state.ts'
import { renditionIndexFor } from '#web/features/player/core/preferences.ts'
import { renditionHeight, acquireSource, type StreamSource, type Source } from './hls-source.ts'

/** Media events that can change the playhead or whether it plays. */
const playbackEvents = ['play', 'pause', 'playing', 'seeking', 'seeked', 'timeupdate', 'emptied']

/** Milliseconds that merge a series of seeks before the first frame, each of which would abort requests. */
const seekDelay_ms = 200

/** Milliseconds without a request after which a waiting player asks again: longer than hls.js waits for a first byte. */
const maxIdle_ms = 15_000

const heights = (hls: Hls) => hls.levels.map(renditionHeight)

export function createHlsEngine(HlsClass: typeof Hls, options: EngineOptions): Engine {
  const { media, state } = options
  let quality: 'auto' | number = state.getState().quality
  const engineAbort = new AbortController()
  const { signal } = engineAbort
  const session: Session = {
    source: undefined,
    stream: undefined,
    attempts: noAttempts,
    generation: 0,
    isSuspended: false,
    streamAbort: new AbortController(),
    signal,
  }
  const loading = createLoading(HlsClass, session, options)
  const { position, startLoading } = loading
  const recovery = createRecovery(session, options, loading, load)

  function updateGate() {
    session.source?.gate.update({ is_playing: !media.paused, position: position() })
    updateHeldForPlay()
  }
  function updateHeldForPlay() {
    state.setState({ held_for_play: media.paused && (session.source?.gate.isHolding() ?? false) })
  }
  endStartPosition(media, state, signal)
  for (const name of playbackEvents) media.addEventListener(name, updateGate, { signal })
  repeatStuckSeeks(media, signal)
  media.addEventListener('play', () => session.isSuspended && void recovery.resumeSuspended(), {
    signal,
  })

  function applyQuality() {
    if (!session.source) return
    const { hls } = session.source
    const level = renditionIndexFor(quality, heights(hls))
    if (media.readyState === 0) {
      if (hls.manualLevel === level) return
      hls.startLevel = hls.loadLevel = level
      return startLoading()
    }
    // `nextLevel` keeps the current segment, so switching does not interrupt the picture.
    if (hls.nextLevel !== level || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
  }

  function load(newStream: StreamSource, startAt: number) {
    session.generation += 1
    session.streamAbort.abort()
    session.streamAbort = new AbortController()
    session.source?.hls.destroy()
    session.attempts = noAttempts
    session.isSuspended = false
    session.stream = newStream
    state.setState({ start_position: startAt, current_time: startAt })
    session.source = acquireSource(HlsClass, newStream, {
      at: startAt,
      bandwidth: options.bandwidth,
      quality,
    })
    const { hls, gate } = session.source
    gate.onChange(updateHeldForPlay)
    updateGate()
    observeStream(HlsClass, hls, session, options, recovery.handleError)
    restartIdleLoading(HlsClass, session.source, session, media, loading.resume)
    hls.attachMedia(media)
  }

  return {
    load,
    seek(time) {
      if (state.getState().start_position !== null) state.setState({ start_position: time })
      if (media.readyState > 0) media.currentTime = time
      // The element cannot seek yet: hls.js moves it to the start position once media has arrived.
      else if (session.source) {
        session.source.hls.config.startPosition = time
        if (!session.isSuspended && session.source.hls.levels.length > 0) startLoading(seekDelay_ms)
      }
      updateGate()
    },
    setQuality(newQuality) {
      quality = newQuality
      if (session.source?.hls.levels.length) applyQuality()
    },
    destroy() {
      engineAbort.abort()
      session.streamAbort.abort()
      session.source?.hls.destroy()
    },
  }
}

/** The loaded stream and the state of its loading, shared by the parts of the engine. */
type Session = {
  source: Source | undefined
  stream: StreamSource | undefined
  attempts: RecoveryAttempts
  /** Incremented by every load, so that late responses of an earlier one are ignored. */
  generation: number
  /** Loading is stopped until playback is requested. */
  isSuspended: boolean
  /** Aborts pending timers and listeners of the loaded stream. */
  streamAbort: AbortController
  /** Ends with the engine. */
  signal: AbortSignal
}

type Loading = ReturnType<typeof createLoading>

/** Stops and starts the requests of the loaded stream. */
function createLoading(
  HlsClass: typeof Hls,
  session: Session,
  { media, state }: Pick<EngineOptions, 'media' | 'state'>,
) {
  let cancelStart: (() => void) | undefined
  const position = () => state.getState().start_position ?? media.currentTime

  function schedule(ms: number, run: () => void): () => void {
    const timer = setTimeout(run, ms)
    const cancel = () => clearTimeout(timer)
    session.streamAbort.signal.addEventListener('abort', cancel)
    return cancel
  }

  function stopLoading() {
    cancelStart?.()
    session.source?.hls.stopLoad()
  }

  /**
   * Stops loading, and loads from the current position in a later task. hls.js 1.7 handles the abort of an init segment in
   * a microtask: if loading has started again by then, it aborts the new segment, and before the first media it never
   * requests another. See decisions/0031-player-engine.
   */
  function startLoading(delay_ms = 0) {
    stopLoading()
    cancelStart = schedule(delay_ms, () => {
      if (!session.source || session.isSuspended) return
      const { hls } = session.source
      // Without a manifest there is nothing to resume: load it again.
      if (hls.levels.length === 0 && hls.url) hls.loadSource(hls.url)
      else hls.startLoad(position())
    })
  }
  const resume = () => startLoading()

  /** Resets the decoder: hls.js attaches the element to a new source, which starts at the current position. */
  function recoverMedia() {
    if (!session.source) return
    const { hls } = session.source
    const at = position()
    state.setState({ start_position: at })
    hls.config.startPosition = at
    stopLoading()
    hls.once(HlsClass.Events.MEDIA_ATTACHED, resume)
    hls.recoverMediaError()
  }

  return { position, stopLoading, startLoading, resume, recoverMedia }
}

/** Recovers from errors, which may need another manifest or the stream lease. */
function createRecovery(
  session: Session,
  options: EngineOptions,
  { position, stopLoading, startLoading, resume, recoverMedia }: Loading,
  load: Engine['load'],
) {
  const { media, state } = options
  const { signal } = session
  let refreshingGeneration: number | null = null

  function countAttempt(kind: keyof RecoveryAttempts) {
    session.attempts = { ...session.attempts, [kind]: session.attempts[kind] + 1 }
  }

  function handleError(error: EngineError, error_detail: string) {
    // Requests in flight when loading was suspended.
    if (session.isSuspended && error.kind === 'network') return
    const action = recoveryActionFor(error, session.attempts, navigator.onLine)
    if (error.is_unparsable) countAttempt('unparsable')
    switch (action.type) {
      case 'none':
        return
      case 'suspend':
        suspend()
        return
      case 'claim':
        countAttempt('claims')
        void claim()
        return
      case 'refresh_manifest':
        countAttempt('refreshes')
        void refreshManifest()
        return
      case 'wait_online':
        addEventListener('online', resume, { once: true, signal: session.streamAbort.signal })
        return
      case 'retry_load':
        countAttempt('retries')
        // hls.js would retry a non-fatal error immediately.
        startLoading(action.delay_ms)
        return
      case 'recover_media':
        countAttempt('media_recoveries')
        recoverMedia()
        return
      case 'fail':
        stopLoading()
        failPlayback(media, state, action.error, error_detail)
    }
  }

  function suspend() {
    session.isSuspended = true
    stopLoading()
  }

  async function resumeSuspended() {
    session.isSuspended = false
    // Segments of a paid video require a stream lease.
    if (session.stream && session.stream.preview_duration !== null) await claim()
    else resume()
  }

  /**
   * Acquires the stream lease and resumes loading. If the lease is lost, playback pauses and the next `play` tries
   * again.
   */
  async function claim() {
    const startedGeneration = session.generation
    suspend()
    const claimed = await options.claim()
    if (startedGeneration !== session.generation || signal.aborted || !session.isSuspended) return
    if (claimed === 'lost' || media.paused) return
    session.isSuspended = false
    if (claimed === 'held') resume()
    else handleError({ kind: 'network', fatal: true, status: undefined }, 'stream slot')
  }

  async function refreshManifest() {
    if (refreshingGeneration === session.generation || signal.aborted) return
    const startedGeneration = session.generation
    refreshingGeneration = startedGeneration
    const attemptsBefore = session.attempts
    stopLoading()
    try {
      const refreshed = await options.refreshManifest()
      // Another stream was loaded meanwhile.
      if (startedGeneration !== session.generation || signal.aborted) return
      const { paused } = media
      load(refreshed, position())
      session.attempts = attemptsBefore
      if (!paused) media.play().catch(() => {})
    } catch (error) {
      if (startedGeneration !== session.generation || signal.aborted) return
      refreshingGeneration = null
      if (isApiError(error, 'too_many_streams')) return media.paused ? suspend() : void claim()
      failPlayback(media, state, playbackErrorOf(error))
    }
  }

  return { handleError, resumeSuspended }
}

/** Passes on what hls.js reports about the loaded stream. */
function observeStream(
  HlsClass: typeof Hls,
  hls: Hls,
  session: Session,
  options: EngineOptions,
  onError: (error: EngineError, error_detail: string) => void,
) {
  const { media, state } = options
  const { Events } = HlsClass
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
    state.setState({ active_rendition_height: heights(hls)[level] ?? null })
  })
  hls.on(Events.FRAG_BUFFERED, () => {
    // Empty segments fire this event, too.
    if (media.buffered.length > 0) session.attempts = noAttempts
    if (Number.isFinite(hls.bandwidthEstimate)) {
      options.bandwidth = hls.bandwidthEstimate
      options.onBandwidth(hls.bandwidthEstimate)
    }
  })
  hls.on(Events.ERROR, (_, data) => {
    const { details, response } = data
    onError(toEngineError(data, media.paused), `${details} ${response?.code ?? ''}`.trim())
  })
}

/**
 * Starts loading again when the player waits for media and nothing was on its way for a while. hls.js 1.7 requests no
 * further segment when the rendition changes on a hanging line before the first media. See decisions/0031-player-engine.
 */
function restartIdleLoading(
  HlsClass: typeof Hls,
  { hls, gate }: Source,
  session: Session,
  media: HTMLVideoElement,
  resume: () => void,
) {
  const { Events } = HlsClass
  const { signal } = session.streamAbort
  /** The last segment of each track. */
  const segments = new Map<string, Fragment>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const isWaiting = () =>
    !media.paused &&
    media.readyState < media.HAVE_FUTURE_DATA &&
    navigator.onLine &&
    !session.isSuspended &&
    !gate.isHolding() &&
    [...segments.values()].every(({ loader }) => loader === null)
  function onActivity() {
    clearTimeout(timer)
    if (signal.aborted) return
    timer = setTimeout(() => {
      if (isWaiting()) resume()
      onActivity()
    }, maxIdle_ms)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  hls.on(Events.FRAG_LOADING, (_, { frag }) => {
    segments.set(frag.type, frag)
    onActivity()
  })
  for (const event of [Events.LEVEL_LOADING, Events.AUDIO_TRACK_LOADING, Events.ERROR] as const)
    hls.on(event, onActivity)
  onActivity()
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

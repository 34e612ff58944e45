import type { ProblemCode } from '#contract/core/problem-codes.ts'
import type {
  PlayerStore,
  MediaState,
  PlaybackError,
} from '#web/features/player/core/media-state.ts'
import { ApiError } from '#web/api/api-errors.ts'

/** An engine error, reduced to what decides the recovery action. */
export type EngineError = {
  readonly kind: 'network' | 'media' | 'other'
  /** hls.js does not recover from it on its own. */
  readonly fatal: boolean
  /** A segment arrived but cannot be parsed; hls.js would try other renditions without end. */
  readonly is_unparsable?: boolean
  /** HTTP status of the failed request, if any. */
  readonly status: number | undefined
  /** Code of the problem document in the response. */
  readonly code?: ProblemCode | undefined
  /** Playback is paused: another device may have taken the stream lease meanwhile. */
  readonly paused?: boolean
}

type RecoveryAction =
  /** The engine is still retrying. */
  | { readonly type: 'none' }
  /** The grant in the URL has expired: fetch the video again. */
  | { readonly type: 'refresh_manifest' }
  /** Stop loading silently until playback is requested. */
  | { readonly type: 'suspend' }
  /** Acquire the stream lease, then resume loading. */
  | { readonly type: 'claim' }
  /** Resume on the browser's `online` event. */
  | { readonly type: 'wait_online' }
  | { readonly type: 'retry_load'; readonly delay_ms: number }
  /** Reset the decoder at the current position. */
  | { readonly type: 'recover_media' }
  | { readonly type: 'fail'; readonly error: 'network' | 'media' }

/** Attempts since media last arrived. */
export type RecoveryAttempts = {
  readonly retries: number
  readonly media_recoveries: number
  readonly refreshes: number
  readonly claims: number
  readonly unparsable: number
}
export const noAttempts: RecoveryAttempts = {
  retries: 0,
  media_recoveries: 0,
  refreshes: 0,
  claims: 0,
  unparsable: 0,
}

const maxRetries = 4
const maxMediaRecoveries = 2
const maxRefreshes = 2
const maxClaims = 3
const maxUnparsable = 6

/**
 * Returns the recovery action for an error. `attempts` bounds every action; the caller resets it when media arrives.
 * Media URLs answer 401, 402, 403 or 410 when the grant or the right to the video has ended, 404 when the
 * video was packaged again, and 409 when a stream lease or a position nearer to the end of the preview is required.
 */
export function recoveryActionFor(
  error: EngineError,
  attempts: RecoveryAttempts,
  online: boolean,
): RecoveryAction {
  if (error.kind === 'network') {
    const { status, code, paused } = error
    if (status !== undefined && [401, 402, 403, 404, 409, 410].includes(status)) {
      if (paused) return { type: 'suspend' }
      if (status !== 409)
        return attempts.refreshes < maxRefreshes
          ? { type: 'refresh_manifest' }
          : { type: 'fail', error: 'network' }
      if (code !== 'playback_position_required')
        return attempts.claims < maxClaims ? { type: 'claim' } : { type: 'fail', error: 'network' }
      return retryLoad(attempts)
    }
    if (!error.fatal) return { type: 'none' }
    if (!online) return { type: 'wait_online' }
    return retryLoad(attempts)
  }
  if (error.is_unparsable && attempts.unparsable >= maxUnparsable)
    return { type: 'fail', error: 'media' }
  if (!error.fatal) return { type: 'none' }
  return error.kind === 'media' && attempts.media_recoveries < maxMediaRecoveries
    ? { type: 'recover_media' }
    : { type: 'fail', error: 'media' }
}

const retryLoad = ({ retries }: RecoveryAttempts): RecoveryAction =>
  retries < maxRetries
    ? { type: 'retry_load', delay_ms: 1000 * 2 ** retries }
    : { type: 'fail', error: 'network' }

/** Milliseconds of waiting without progress of playback or buffer before playback fails. */
export const stallTimeout_ms = 25_000

/**
 * Shows an error for playback that stalls without an error event, except while offline, until the returned function is
 * called. The engine goes on loading, and playback that goes on clears the error.
 */
export function watchForStall(state: PlayerStore<MediaState>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastProgress = ''
  function update() {
    const { waiting, offline, error, current_time, buffered_end } = state.getState()
    const progress = waiting && !offline && !error ? `${current_time} ${buffered_end}` : ''
    if (progress === lastProgress) return
    lastProgress = progress
    clearTimeout(timer)
    if (progress)
      timer = setTimeout(
        () => state.setState({ error: 'network', error_detail: 'stalled', waiting: false }),
        stallTimeout_ms,
      )
  }
  update()
  const stop = state.subscribe(update)
  return () => {
    stop()
    clearTimeout(timer)
  }
}

/**
 * Ends playback by an error that the engine does not recover from. The first error stays. Playback pauses, because
 * buffered media would play on below the error screen.
 */
export function failPlayback(
  media: HTMLVideoElement,
  state: PlayerStore<MediaState>,
  error: PlaybackError,
  error_detail = '',
): void {
  media.pause()
  if (state.getState().error === null) state.setState({ error, error_detail, waiting: false })
}

/** Maps a failed manifest refresh to a playback error. */
export const playbackErrorOf = (error: unknown): PlaybackError =>
  error instanceof ApiError && [401, 402, 403, 404].includes(error.problem.status)
    ? 'refused'
    : 'network'

/** Milliseconds that a seek may take before it is repeated for the first time; the wait doubles with each repetition. */
const firstWait_ms = 1_000
const maxRepetitions = 3
/** `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const haveCurrentData = 2

/**
 * Repeats a seek that does not finish although its position is buffered. WebKitGTK sometimes loses a seek that begins
 * before it has decoded the first frame. See decisions/0034-media-ladder.
 * @param signal ends the watch.
 */
export function repeatStuckSeeks(media: HTMLVideoElement, signal: AbortSignal): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let repetitions = 0
  let position: number | null = null

  function watch() {
    clearTimeout(timer)
    if (!media.seeking || media.paused || signal.aborted) return
    if (position !== media.currentTime) repetitions = 0
    position = media.currentTime
    if (repetitions < maxRepetitions) timer = setTimeout(repeat, firstWait_ms * 2 ** repetitions)
  }
  function repeat() {
    if (!media.seeking || media.paused) return
    const isStuck = media.readyState < haveCurrentData && isBuffered(media)
    if (!isStuck || position !== media.currentTime) return watch()
    repetitions += 1
    // Its `seeking` event starts the next wait.
    media.currentTime = position
  }
  function reset() {
    clearTimeout(timer)
    position = null
  }
  media.addEventListener('seeking', watch, { signal })
  media.addEventListener('play', watch, { signal })
  for (const name of ['seeked', 'emptied']) media.addEventListener(name, reset, { signal })
  signal.addEventListener('abort', () => clearTimeout(timer))
}

function isBuffered({ buffered, currentTime }: HTMLVideoElement): boolean {
  for (let range = 0; range < buffered.length; range++)
    if (buffered.start(range) <= currentTime && currentTime < buffered.end(range)) return true
  return false
}

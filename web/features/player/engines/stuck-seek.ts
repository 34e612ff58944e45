/** Milliseconds that a seek may take before it is repeated for the first time; the wait doubles with each repetition. */
const firstWaitMs = 1_000
const maxRepetitions = 3
/** `HTMLMediaElement.HAVE_CURRENT_DATA`. */
const haveCurrentData = 2

/**
 * Repeats a seek that does not finish although its position is buffered. WebKitGTK sometimes loses a seek that begins
 * before it has decoded the first frame. See D-137.
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
    if (repetitions < maxRepetitions) timer = setTimeout(repeat, firstWaitMs * 2 ** repetitions)
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

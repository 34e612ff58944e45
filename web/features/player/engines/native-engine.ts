import { isApiError } from '#web/api/error-message.ts'
import type { Engine, EngineOptions } from './engine-types.ts'
import { failureOf } from './playback-error.ts'
import { isKeyDue } from './key-gate.ts'
import { noAttempts, recoveryActionFor } from './error-recovery.ts'
import type { HorizontalPlayer } from './hls-source.ts'

/** Seconds before the end of the preview at which the whole film takes its place, so that the preview never ends. */
const switchLead = 1

/**
 * The browser's own HLS, for browsers without Media Source. It reads keys ahead, so a film that is sold begins with the
 * playlist of its preview. The whole film is opened when playback reaches the end of the preview, once the stream slot is
 * taken with that position (D-42, D-46).
 */
export function createNativeEngine(needs: EngineOptions): Engine {
  const { media, facts } = needs
  let tries = noAttempts
  let film: HorizontalPlayer | undefined
  let duration = 0
  let shows: 'nothing' | 'preview' | 'whole' = 'nothing'
  /** Where the film goes on when playback is asked for and nothing is loaded. */
  let pending_at: number | null = null
  /** Where playback begins once the element has read the stream; null from then on. */
  let start_at: number | null = null
  let generation = 0
  let is_switching = false
  const stop = new AbortController()
  const { signal } = stop
  let ofFilm = new AbortController()

  const position = () => start_at ?? media.currentTime

  function open(part: 'preview' | 'whole', at: number) {
    if (!film) return
    shows = part
    pending_at = null
    start_at = at > 0 ? at : null
    const { manifest_url } = film
    media.src =
      part === 'preview' ? manifest_url.replace(/main\.m3u8/, 'preview/main.m3u8') : manifest_url
  }

  /** Opens the whole film if playback is asked for, else waits for that. */
  async function openWhole(at: number) {
    if (media.paused) {
      pending_at = at
      facts.set({ time: at, waiting: false })
      return
    }
    if (is_switching) return
    const mine = generation
    is_switching = true
    facts.set({ time: at })
    const taken = await needs.claim()
    if (mine !== generation || signal.aborted) return
    is_switching = false
    if (taken === 'unreachable') return recover({ kind: 'network', status: undefined }, at)
    if (taken === 'lost' || media.paused) {
      pending_at = at
      return
    }
    open('whole', at)
    await media.play().catch(() => {})
  }

  function load(next: HorizontalPlayer, at: number) {
    generation += 1
    ofFilm.abort()
    ofFilm = new AbortController()
    is_switching = false
    tries = noAttempts
    film = next
    start_at = null
    duration = facts.get().duration
    const { preview_duration } = next
    if (preview_duration === null) open('whole', at)
    else if (at < preview_duration - switchLead) open('preview', at)
    else {
      shows = 'nothing'
      media.removeAttribute('src')
      media.load()
      void openWhole(at)
    }
  }

  /** Loads the film anew, where playback stands by then. */
  async function reopen(next: () => Promise<HorizontalPlayer>) {
    const mine = generation
    try {
      const fresh = await next()
      if (mine !== generation || signal.aborted) return
      // Read after the answer and before `load`, which pauses the element.
      const { paused } = media
      const before = tries
      load(fresh, position())
      tries = before
      if (!paused) await media.play().catch(() => {})
    } catch (error) {
      if (mine !== generation || signal.aborted) return
      if (isApiError(error, 'too_many_streams')) return void openWhole(position())
      if (facts.get().failure === null) facts.set({ failure: failureOf(error), waiting: false })
    }
  }

  function recover(
    { kind, status }: { kind: 'network' | 'media'; status: number | undefined },
    at: number,
  ) {
    const remedy = recoveryActionFor({ kind, fatal: true, status }, tries, navigator.onLine)
    // The element plays no more; it is sought when the film has been loaded anew.
    start_at = at
    const again = () => void reopen(async () => film!)
    if (remedy.do === 'renew') {
      tries = { ...tries, renewals: tries.renewals + 1 }
      void reopen(needs.renew)
    } else if (remedy.do === 'wait_online') {
      addEventListener('online', again, { once: true, signal: ofFilm.signal })
    } else if (remedy.do === 'reload' || remedy.do === 'rebuild') {
      const after = remedy.do === 'reload' ? remedy.after : 0
      tries = { ...tries, reloads: tries.reloads + 1, rebuilds: tries.rebuilds + 1 }
      const timer = setTimeout(again, after)
      ofFilm.signal.addEventListener('abort', () => clearTimeout(timer))
    } else if (remedy.do === 'give_up') {
      const failure_detail = `MediaError ${media.error?.code ?? ''}`.trim()
      facts.set({ failure: remedy.failure, failure_detail, waiting: false })
    }
  }

  media.addEventListener('playing', () => (tries = noAttempts), { signal })
  media.addEventListener(
    'loadedmetadata',
    () => {
      if (start_at === null) return
      const at = start_at
      start_at = null
      media.currentTime = at
    },
    { signal },
  )
  // The preview's playlist is shorter than the film.
  media.addEventListener(
    'durationchange',
    () => shows === 'preview' && duration > 0 && facts.set({ duration }),
    { signal },
  )
  media.addEventListener(
    'timeupdate',
    () => {
      const { currentTime, paused } = media
      const end = film?.preview_duration ?? null
      if (shows !== 'preview' || end === null || paused || currentTime < end - switchLead) return
      if (isKeyDue(currentTime, end)) void openWhole(currentTime)
    },
    { signal },
  )
  media.addEventListener('play', () => pending_at !== null && void openWhole(pending_at), {
    signal,
  })
  media.addEventListener(
    'error',
    () => {
      const at = position()
      // Segments are refused while another device has the slot: playback takes it again.
      if (media.paused && film && film.preview_duration !== null) {
        pending_at = at
        return
      }
      // The element does not tell the status, so the first network error online is taken for an ended grant.
      const network = media.error?.code === MediaError.MEDIA_ERR_NETWORK
      const status = network && navigator.onLine && tries.renewals === 0 ? 403 : undefined
      recover({ kind: network ? 'network' : 'media', status }, at)
    },
    { signal },
  )
  return {
    load,
    seek(time) {
      const end = film?.preview_duration ?? null
      if (shows !== 'whole' && end !== null && time >= end - switchLead) void openWhole(time)
      else if (shows === 'nothing') {
        const { paused } = media
        open('preview', time)
        if (!paused) media.play().catch(() => {})
      } else {
        if (start_at !== null) start_at = time
        media.currentTime = time
      }
    },
    choose: () => {},
    destroy() {
      stop.abort()
      ofFilm.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

import { isApiError } from '#web/api/error-message.ts'
import type { Problem } from '#contract/problem.ts'
import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { Engine, EngineOptions } from './engine-types.ts'
import { failureOf } from './playback-error.ts'
import { noAttempts, recoveryActionFor, type EngineError } from './error-recovery.ts'
import { renditionIndexFor } from '#web/features/player/core/preferences.ts'
import { renditionHeight, acquireSource, type HorizontalPlayer, type Source } from './hls-source.ts'

/** Events of the element after which its playhead, or whether it plays, may be another. */
const playbackEvents = ['play', 'pause', 'playing', 'seeking', 'seeked', 'timeupdate', 'emptied']

export function createHlsEngine(HlsClass: typeof Hls, needs: EngineOptions): Engine {
  const { media, facts } = needs
  let tries = noAttempts
  let quality: 'auto' | number = facts.get().quality
  let source: Source | undefined
  let film: HorizontalPlayer | undefined
  /** Grows with every load, so that an answer of an earlier one is known to be late. */
  let generation = 0
  let renewing: number | null = null
  /** Loading has stopped until playback is asked for. */
  let is_suspended = false
  let start_at = 0
  /** The element stands in the film that is loaded; before that at 0, wherever it is to start. */
  let is_positioned = false
  const stop = new AbortController()
  const { signal } = stop
  /** Ends what waits for a moment to go on with the film that is loaded. */
  let ofFilm = new AbortController()

  const position = () => (is_positioned ? media.currentTime : start_at)

  function updateGate(event?: Event) {
    if (event?.type === 'seeking' && media.readyState > 0) is_positioned = true
    source?.gate.update({ is_playing: !media.paused, position: position() })
    tellHolding()
  }
  function tellHolding() {
    facts.set({ held_for_play: media.paused && (source?.gate.isHolding() ?? false) })
  }
  for (const name of playbackEvents) media.addEventListener(name, updateGate, { signal })
  media.addEventListener('play', () => is_suspended && void resumeSuspended(), { signal })

  const heights = () => source?.hls.levels.map(renditionHeight) ?? []

  function applyQuality() {
    if (!source) return
    const { hls } = source
    // `nextLevel` lets what is buffered of this second play out, so changing never stops the picture.
    const level = renditionIndexFor(quality, heights())
    if (hls.nextLevel !== level || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
  }

  function load(next: HorizontalPlayer, at: number) {
    generation += 1
    ofFilm.abort()
    ofFilm = new AbortController()
    source?.hls.destroy()
    tries = noAttempts
    is_suspended = false
    film = next
    start_at = at
    is_positioned = at <= 0
    source = acquireSource(HlsClass, next, { at, bandwidth: needs.bandwidth, quality })
    const { hls, gate } = source
    const { Events } = HlsClass
    gate.onChange(tellHolding)
    updateGate()
    const tellRungs = () =>
      facts.set({
        rungs: hls.levels.map((level) => ({
          height: renditionHeight(level),
          bitrate: level.bitrate,
        })),
      })
    if (hls.levels.length > 0) tellRungs()
    hls.on(Events.MANIFEST_PARSED, tellRungs)
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      facts.set({ playing_height: heights()[level] ?? null })
    })
    hls.on(Events.FRAG_BUFFERED, () => {
      // A segment with nothing in it is `buffered` too.
      if (media.buffered.length > 0) tries = noAttempts
      if (Number.isFinite(hls.bandwidthEstimate)) {
        needs.bandwidth = hls.bandwidthEstimate
        needs.onBandwidth(hls.bandwidthEstimate)
      }
    })
    hls.on(Events.ERROR, (_, data) => {
      const { details, response } = data
      answer(troubleOf(data, media.paused), `${details} ${response?.code ?? ''}`.trim())
    })
    hls.attachMedia(media)
  }

  function answer(trouble: EngineError, failure_detail: string) {
    // What was under way when loading stopped.
    if (is_suspended && trouble.kind === 'network') return
    const remedy = recoveryActionFor(trouble, tries, navigator.onLine)
    if (trouble.spoiled) tries = { ...tries, spoiled: tries.spoiled + 1 }
    switch (remedy.do) {
      case 'nothing':
        return
      case 'suspend':
        suspend()
        return
      case 'claim':
        tries = { ...tries, claims: tries.claims + 1 }
        void claim()
        return
      case 'renew':
        tries = { ...tries, renewals: tries.renewals + 1 }
        void renew()
        return
      case 'wait_online':
        addEventListener('online', resume, { once: true, signal: ofFilm.signal })
        return
      case 'reload':
        tries = { ...tries, reloads: tries.reloads + 1 }
        // After an error that is not fatal hls.js would ask again at once.
        source?.hls.stopLoad()
        later(remedy.after, resume)
        return
      case 'rebuild':
        tries = { ...tries, rebuilds: tries.rebuilds + 1 }
        start_at = position()
        is_positioned = false
        source?.hls.recoverMediaError()
        return
      case 'give_up':
        source?.hls.stopLoad()
        facts.set({ failure: remedy.failure, failure_detail, waiting: false })
    }
  }

  function later(ms: number, run: () => void) {
    const timer = setTimeout(run, ms)
    ofFilm.signal.addEventListener('abort', () => clearTimeout(timer))
  }

  function resume() {
    if (!source) return
    const { hls } = source
    // Before the manifest came there is nothing to go on with: ask for it again.
    if (hls.levels.length === 0 && hls.url) hls.loadSource(hls.url)
    else hls.startLoad(position())
  }

  function suspend() {
    is_suspended = true
    source?.hls.stopLoad()
  }

  async function resumeSuspended() {
    is_suspended = false
    // Of a film that is sold, segments are served only to who has a stream slot.
    if (film && film.preview_duration !== null) await claim()
    else resume()
  }

  /** Takes the stream slot and goes on loading. Where it is lost, playback is paused and the next `play` tries again. */
  async function claim() {
    const mine = generation
    suspend()
    const taken = await needs.claim()
    if (mine !== generation || signal.aborted || !is_suspended) return
    if (taken === 'lost' || media.paused) return
    is_suspended = false
    if (taken === 'held') resume()
    else answer({ kind: 'network', fatal: true, status: undefined }, 'stream slot')
  }

  async function renew() {
    if (renewing === generation || signal.aborted) return
    const mine = generation
    renewing = mine
    const before = tries
    source?.hls.stopLoad()
    try {
      const renewed = await needs.renew()
      // Another film was loaded meanwhile.
      if (mine !== generation || signal.aborted) return
      const { paused } = media
      load(renewed, position())
      tries = before
      if (!paused) media.play().catch(() => {})
    } catch (error) {
      if (mine !== generation || signal.aborted) return
      renewing = null
      if (isApiError(error, 'too_many_streams')) return media.paused ? suspend() : void claim()
      if (facts.get().failure === null) facts.set({ failure: failureOf(error), waiting: false })
    }
  }

  return {
    load,
    seek(time) {
      // The element is put at the start position once something has arrived.
      if (!is_positioned && source) {
        const { hls } = source
        start_at = hls.config.startPosition = time
        if (!is_suspended && hls.levels.length > 0) hls.startLoad(time)
      }
      media.currentTime = time
      updateGate()
    },
    choose(chosen) {
      quality = chosen
      if (source?.hls.levels.length) applyQuality()
    },
    destroy() {
      stop.abort()
      ofFilm.abort()
      source?.hls.destroy()
    },
  }
}

function troubleOf(data: ErrorData, paused: boolean): EngineError {
  const kind =
    data.type === 'networkError' ? 'network' : data.type === 'mediaError' ? 'media' : 'other'
  const spoiled = data.details === 'fragParsingError' || data.details === 'bufferAppendError'
  const status = data.response?.code || undefined
  const code = status === 409 ? problemCodeOf(data.networkDetails) : undefined
  return { kind, fatal: data.fatal, status, code, paused, spoiled }
}

/** Code of the problem document that a key or a segment was refused with; both are requested as an array buffer. */
function problemCodeOf(details: unknown): Problem['code'] | undefined {
  try {
    const body = (details as XMLHttpRequest).response as ArrayBuffer
    return (JSON.parse(new TextDecoder().decode(body)) as Problem).code
  } catch {
    return undefined
  }
}

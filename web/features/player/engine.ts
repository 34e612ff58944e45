import type Hls from 'hls.js'
import type { ErrorData } from 'hls.js'
import type { FactStore } from './fact-store.ts'
import type { Facts } from './facts.ts'
import { loadHls } from './hls-file.ts'
import { noTries, remedyFor, type Trouble } from './recovery.ts'
import { rungFor } from './remembered.ts'
import { playsHlsNatively, shorterSide, takeSource } from './source.ts'

/** Puts a stream into the media element and keeps it flowing. */
export type Engine = {
  /** Loads a manifest and stands at `at` seconds. */
  load(manifest_url: string, at: number): void
  choose(quality: 'auto' | number): void
  destroy(): void
}

export type EngineNeeds = {
  media: HTMLVideoElement
  facts: FactStore<Facts>
  /** A fresh address of the same film, when the grant in the old one has ended. */
  renew: () => Promise<string>
  /** Bits per second measured last time, null where nothing was. */
  bandwidth: number | null
  onBandwidth: (bits_per_second: number) => void
}

export async function startEngine(needs: EngineNeeds): Promise<Engine> {
  if (playsHlsNatively()) return nativeEngine(needs)
  const Hls = await loadHls()
  if (!Hls.isSupported()) {
    needs.facts.set({ failure: 'unsupported' })
    return { load: () => {}, choose: () => {}, destroy: () => {} }
  }
  return hlsEngine(Hls, needs)
}

function hlsEngine(HlsClass: typeof Hls, needs: EngineNeeds): Engine {
  const { media, facts } = needs
  let tries = noTries
  let quality: 'auto' | number = facts.get().quality
  let hls: Hls
  let destroyed = false
  let renewing = false
  const timers = new Set<ReturnType<typeof setTimeout>>()

  const heights = () => hls.levels.map(shorterSide)

  function applyQuality() {
    // `nextLevel` lets what is buffered of this second play out, so changing never stops the picture.
    const level = rungFor(quality, heights())
    if (hls.nextLevel !== level || hls.autoLevelEnabled !== level < 0) hls.nextLevel = level
  }

  function load(manifest_url: string, at: number) {
    hls?.destroy()
    tries = noTries
    hls = takeSource(HlsClass, manifest_url, { at, bandwidth: needs.bandwidth, quality })
    const { Events } = HlsClass
    const tellRungs = () =>
      facts.set({
        rungs: hls.levels.map((level) => ({ height: shorterSide(level), bitrate: level.bitrate })),
      })
    if (hls.levels.length > 0) tellRungs()
    hls.on(Events.MANIFEST_PARSED, tellRungs)
    hls.on(Events.LEVEL_SWITCHED, (_, { level }) => {
      facts.set({ playing_height: heights()[level] ?? null })
    })
    hls.on(Events.FRAG_BUFFERED, () => {
      // A segment with nothing in it is `buffered` too.
      if (media.buffered.length > 0) tries = noTries
      if (Number.isFinite(hls.bandwidthEstimate)) {
        needs.bandwidth = hls.bandwidthEstimate
        needs.onBandwidth(hls.bandwidthEstimate)
      }
    })
    hls.on(Events.ERROR, (_, data) => {
      const { details, response } = data
      answer(troubleOf(data), `${details} ${response?.code ?? ''}`.trim())
    })
    hls.attachMedia(media)
  }

  function answer(trouble: Trouble, failure_detail: string) {
    const remedy = remedyFor(trouble, tries, navigator.onLine)
    if (trouble.spoiled) tries = { ...tries, spoiled: tries.spoiled + 1 }
    switch (remedy.do) {
      case 'nothing':
        return
      case 'renew':
        tries = { ...tries, renewals: tries.renewals + 1 }
        void renew()
        return
      case 'wait_online':
        addEventListener('online', resume, { once: true })
        return
      case 'reload':
        tries = { ...tries, reloads: tries.reloads + 1 }
        timers.add(setTimeout(resume, remedy.after))
        return
      case 'rebuild':
        tries = { ...tries, rebuilds: tries.rebuilds + 1 }
        hls.recoverMediaError()
        return
      case 'give_up':
        hls.stopLoad()
        facts.set({ failure: remedy.failure, failure_detail, waiting: false })
    }
  }

  function resume() {
    if (destroyed) return
    // Before the manifest came there is nothing to go on with: ask for it again.
    if (hls.levels.length === 0 && hls.url) hls.loadSource(hls.url)
    else hls.startLoad(media.currentTime)
  }

  async function renew() {
    if (renewing || destroyed) return
    renewing = true
    const { paused } = media
    const at = media.currentTime
    const before = tries
    hls.stopLoad()
    try {
      const url = await needs.renew()
      if (destroyed) return
      load(url, at)
      tries = before
      if (!paused) media.play().catch(() => {})
    } catch {
      // Whoever renews has said why (`refused`), or nobody answered.
      if (!destroyed && facts.get().failure === null) facts.set({ failure: 'network' })
    } finally {
      renewing = false
    }
  }

  return {
    load,
    choose(chosen) {
      quality = chosen
      if (hls?.levels.length) applyQuality()
    },
    destroy() {
      destroyed = true
      removeEventListener('online', resume)
      timers.forEach(clearTimeout)
      hls?.destroy()
    },
  }
}

function troubleOf(data: ErrorData): Trouble {
  const kind =
    data.type === 'networkError' ? 'network' : data.type === 'mediaError' ? 'media' : 'other'
  const spoiled = data.details === 'fragParsingError' || data.details === 'bufferAppendError'
  return { kind, fatal: data.fatal, status: data.response?.code || undefined, spoiled }
}

function nativeEngine({ media, facts, renew }: EngineNeeds): Engine {
  let tries = noTries
  let url = ''
  const stop = new AbortController()
  const { signal } = stop

  function load(manifest_url: string, at: number) {
    url = manifest_url
    media.src = url
    if (at <= 0) return
    media.addEventListener('loadedmetadata', () => (media.currentTime = at), { once: true, signal })
  }

  async function again(next: () => Promise<string>) {
    const { currentTime, paused } = media
    try {
      load(await next(), currentTime)
      if (!paused) await media.play()
    } catch {
      if (!signal.aborted && facts.get().failure === null) facts.set({ failure: 'network' })
    }
  }

  media.addEventListener('playing', () => (tries = noTries), { signal })
  media.addEventListener(
    'error',
    () => {
      // The element does not tell the status, so the first network error is taken for an ended grant.
      const network = media.error?.code === MediaError.MEDIA_ERR_NETWORK
      const status = network && tries.renewals === 0 ? 403 : undefined
      const kind = network ? 'network' : 'media'
      const remedy = remedyFor({ kind, fatal: true, status }, tries, navigator.onLine)
      if (remedy.do === 'renew') {
        tries = { ...tries, renewals: tries.renewals + 1 }
        void again(renew)
      } else if (remedy.do === 'wait_online') {
        addEventListener('online', () => void again(async () => url), { once: true, signal })
      } else if (remedy.do === 'reload' || remedy.do === 'rebuild') {
        const after = remedy.do === 'reload' ? remedy.after : 0
        tries = { ...tries, reloads: tries.reloads + 1, rebuilds: tries.rebuilds + 1 }
        const timer = setTimeout(() => void again(async () => url), after)
        signal.addEventListener('abort', () => clearTimeout(timer))
      } else if (remedy.do === 'give_up') {
        const failure_detail = `MediaError ${media.error?.code ?? ''}`.trim()
        facts.set({ failure: remedy.failure, failure_detail, waiting: false })
      }
    },
    { signal },
  )
  return {
    load,
    choose: () => {},
    destroy() {
      stop.abort()
      media.removeAttribute('src')
      media.load()
    },
  }
}

import { keyRequestHeaders, paidPartStart } from '#contract/playback/key-requests.ts'
import type { FragmentLoaderContext, HlsConfig, KeyLoaderContext, LoaderContext } from 'hls.js'

/** Playback state that decides about key requests. */
type PlaybackState = {
  /** Playback is requested: neither paused nor blocked by the autoplay policy. */
  is_playing: boolean
  /** Playhead in seconds: the target while seeking, the start position before the first frame. */
  position: number
}

/**
 * Delays requests of one hls.js instance for media after the free preview (decisions/0028-free-preview): the key of a
 * later period until playback needs it, and its segments until that key has arrived, because issuing the key acquires the
 * stream lease that segments require. A source without a media element never opens the gate.
 */
export type KeyGate = {
  /** hls.js awaits the returned promise before it opens the request, without a running timeout. */
  setUp: NonNullable<HlsConfig['xhrSetup']>
  update(state: PlaybackState): void
  /** Whether any request waits for playback. */
  isHolding(): boolean
  /** Sets the one listener, called when `isHolding` may have changed. */
  onChange(listener: () => void): void
}

/** Period in a key URL, `keys/{rendition}/{period}.key`; null for any other URL. */
export function keyPeriod(url: string): number | null {
  const period = /\/keys\/[^/]+\/(\d+)\.key$/.exec(url)?.[1]
  return period === undefined ? null : Number(period)
}

/** Whether the playhead is close enough to the end of the preview to request the next key. */
export function isKeyDue(position: number, preview_duration: number): boolean {
  return position >= paidPartStart(preview_duration)
}

/**
 * @param preview_duration seconds; null for a free video, where nothing is held back.
 * @param player player instance id, as in `POST …/video/stream/`.
 */
export function createKeyGate(preview_duration: number | null, player: string): KeyGate {
  let state: PlaybackState = { is_playing: false, position: 0 }
  const waiting = new Set<Waiting>()
  let listener = () => {}
  /** URLs of the keys that have arrived. Their requests acquired the stream lease that segments require. */
  const arrived = new Set<string>()

  const isOpen = () =>
    preview_duration === null || (state.is_playing && isKeyDue(state.position, preview_duration))

  async function waitUntil(condition: () => boolean, context: LoaderContext): Promise<void> {
    if (condition()) return
    const stats = fragOf(context)?.stats
    await new Promise<void>((resolve) => {
      waiting.add({ condition, resolve, isAborted: () => stats?.aborted ?? false })
      listener()
    })
    listener()
  }

  function releaseReady() {
    for (const entry of waiting) {
      if (!entry.condition()) continue
      waiting.delete(entry)
      entry.resolve()
    }
  }

  return {
    async setUp(request, url, context) {
      const period = keyPeriod(url)
      if (period !== null) {
        if (period > 0) await waitUntil(isOpen, context)
        context.headers = {
          ...context.headers,
          [keyRequestHeaders.player]: player,
          [keyRequestHeaders.position]: state.position.toFixed(1),
        }
        request.addEventListener('load', () => {
          if (request.status !== 200) return
          arrived.add(url)
          releaseReady()
        })
        return
      }
      const key = laterKeyOf(context)
      if (preview_duration === null || key === null || arrived.has(key)) return
      await waitUntil(() => arrived.has(key), context)
      // Exclude the wait from time to first byte, else hls.js would estimate a slow connection.
      const stats = fragOf(context)?.stats
      if (stats) stats.loading.start = performance.now()
    },
    update(next) {
      state = next
      releaseReady()
    },
    isHolding: () => [...waiting].some((entry) => !entry.isAborted()),
    onChange(next) {
      listener = next
    },
  }
}

type Waiting = { condition: () => boolean; resolve: () => void; isAborted: () => boolean }

const fragOf = (context: LoaderContext | KeyLoaderContext | FragmentLoaderContext) =>
  'frag' in context ? context.frag : null

/** URL of the key that a segment after the preview needs; null for any other request. */
function laterKeyOf(context: LoaderContext) {
  const uri = fragOf(context)?.decryptdata?.uri
  return uri && (keyPeriod(uri) ?? 0) > 0 ? uri : null
}

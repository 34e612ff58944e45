import { keyLead, keyRequestHeaders } from '#contract/contents/playback.ts'
import type { FragmentLoaderContext, HlsConfig, KeyLoaderContext, LoaderContext } from 'hls.js'

/** Playback as it decides about key requests. */
type PlaybackState = {
  /** Playback was asked for: neither paused nor refused by the browser's autoplay policy. */
  is_playing: boolean
  /** Playhead in seconds; while seeking its target, before the first picture the start position. */
  position: number
}

/**
 * Holds back requests of one hls.js instance that would claim what comes after the free preview (D-42): the key of a
 * later period until playback needs it, and its segments until that key has arrived, because issuing it takes the stream
 * slot that they are served for. A source without a media element never opens the gate.
 */
export type KeyGate = {
  /** hls.js waits for the returned promise before it opens the request, with no timer running. */
  setUp: NonNullable<HlsConfig['xhrSetup']>
  update(state: PlaybackState): void
  /** Whether a request waits for playback. */
  isHolding(): boolean
  /** Calls `listener` when `isHolding` may have changed; one at a time. */
  onChange(listener: () => void): void
}

/** Period in the address of a key, `keys/{rendition}/{period}.key`; null for any other address. */
export function keyPeriod(url: string): number | null {
  const period = /\/keys\/[^/]+\/(\d+)\.key$/.exec(url)?.[1]
  return period === undefined ? null : Number(period)
}

/** Whether the playhead is near enough to the end of the preview to request the key of the next period. */
export function isKeyDue(position: number, preview_duration: number): boolean {
  return position >= preview_duration - keyLead(preview_duration)
}

/**
 * @param preview_duration seconds; null where nothing is sold, and nothing is held back.
 * @param player name of this player, as in `POST …/video/stream/`.
 */
export function createKeyGate(preview_duration: number | null, player: string): KeyGate {
  let state: PlaybackState = { is_playing: false, position: 0 }
  const waiting = new Set<Waiting>()
  let listener = () => {}
  /** Keys that have arrived: their request has taken the stream slot, which segments need. */
  const arrived = new Set<string>()

  const isOpen = () =>
    preview_duration === null || (state.is_playing && isKeyDue(state.position, preview_duration))

  async function until(condition: () => boolean, context: LoaderContext): Promise<void> {
    if (condition()) return
    const stats = fragOf(context)?.stats
    await new Promise<void>((resolve) => {
      waiting.add({ condition, resolve, isAborted: () => stats?.aborted ?? false })
      listener()
    })
    listener()
  }

  function recheck() {
    for (const one of waiting) {
      if (!one.condition()) continue
      waiting.delete(one)
      one.resolve()
    }
  }

  return {
    async setUp(request, url, context) {
      const period = keyPeriod(url)
      if (period !== null) {
        if (period > 0) await until(isOpen, context)
        context.headers = {
          ...context.headers,
          [keyRequestHeaders.player]: player,
          [keyRequestHeaders.position]: state.position.toFixed(1),
        }
        request.addEventListener('load', () => {
          if (request.status !== 200) return
          arrived.add(url)
          recheck()
        })
        return
      }
      const key = laterKeyOf(context)
      if (preview_duration === null || key === null || arrived.has(key)) return
      await until(() => arrived.has(key), context)
      // The wait is no time to first byte: hls.js would take the line for slow.
      const stats = fragOf(context)?.stats
      if (stats) stats.loading.start = performance.now()
    },
    update(next) {
      state = next
      recheck()
    },
    isHolding: () => [...waiting].some((one) => !one.isAborted()),
    onChange(next) {
      listener = next
    },
  }
}

type Waiting = { condition: () => boolean; resolve: () => void; isAborted: () => boolean }

const fragOf = (context: LoaderContext | KeyLoaderContext | FragmentLoaderContext) =>
  'frag' in context ? context.frag : null

/** Address of the key that a segment after the preview needs; null for any other request. */
function laterKeyOf(context: LoaderContext) {
  const uri = fragOf(context)?.decryptdata?.uri
  return uri && (keyPeriod(uri) ?? 0) > 0 ? uri : null
}

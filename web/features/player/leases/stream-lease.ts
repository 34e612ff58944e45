import type { ActiveStream } from '#contract/problem.ts'
import type { Schedule, SocketState } from '#web/api/reconnecting-socket.ts'
import type { PlayerStore, MediaState } from '#web/features/player/core/media-state.ts'
import { endStream, startStream } from '#web/api/endpoints/playback.generated.ts'
import { sessionStore } from '#web/lib/browser-storage.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'

/**
 * Why playback is denied (decisions/0030-stream-slots): all leases are in use by `streams`, or another device took this
 * one over.
 */
export type LeaseLost =
  | { streams: readonly ActiveStream[]; by?: undefined }
  | { by: TakenOverBy; streams?: undefined }

/** The stream that took the lease over, and whether it is another tab of this browser. */
type TakenOverBy = { id: number; device: string; is_this_browser?: boolean | undefined }

/** Result of a lease request. */
export type LeaseResult = { id: number } | { streams: readonly ActiveStream[] } | 'unreachable'

/** Result of a claim: lease held, lost to another device, or no response. */
export type Claim = 'held' | 'lost' | 'unreachable'

/** Milliseconds between renewals without a socket, which would report a takeover. */
const renewInterval_ms = 45_000
/** Milliseconds until a failed request is retried. Playback continues meanwhile, because the error is ours. */
const retryDelay_ms = 10_000

type StreamLease = {
  /** Holds a lease for an episode while it plays, until the returned function is called. */
  track(episode_id: number): () => void
  /** Acquires the lease again, also before the first frame, when the server denies media without it. */
  claim(): Promise<Claim>
  /** Another device took a lease over. */
  onTakenOver(stream_id: number, by: TakenOverBy): void
  onSocketState(newState: SocketState): void
  onPageHide(): void
  onPageShow(): void
}

type LeaseDependencies = {
  state: PlayerStore<MediaState>
  schedule: Schedule
  pause: () => void
  acquire: (episode_id: number) => Promise<LeaseResult>
  release: (id: number) => Promise<void>
  onLost: (lost: LeaseLost | null) => void
}

/**
 * Holds the member's stream lease: acquired when playback starts, released when it pauses or ends. Progress reports
 * keep it alive. Requests run one at a time, so that the last desired state wins.
 */
export function createStreamLease(deps: LeaseDependencies): StreamLease {
  const { state } = deps
  let episodeId: number | null = null
  /** The lease is lost, until the element reports the pause. */
  let isLost = false
  let isPageHidden = false
  /** A lease is claimed for media before the first frame, until that has played or playback pauses. */
  let isClaimed = false
  let socketState: SocketState = 'closed'
  let wasDisconnected = false

  function wantedEpisode(): number | null {
    const { has_played, paused, ended } = state.getState()
    return (has_played || isClaimed) && !paused && !ended && !isLost && !isPageHidden
      ? episodeId
      : null
  }

  const holder = createLeaseHolder(deps, {
    wantedEpisode,
    isConnected: () => socketState === 'open',
    onLost(lost) {
      isLost = true
      deps.onLost(lost)
      deps.pause()
    },
  })

  function onStateChange() {
    const { paused, has_played } = state.getState()
    if (paused) isLost = false
    if (paused || has_played) isClaimed = false
    const wanted = wantedEpisode()
    const held = holder.heldEpisode()
    // A failed request waits for its retry timer.
    if (wanted === held || (wanted !== null && held === null && holder.isWaiting())) return
    void holder.settle()
  }

  return {
    track(id) {
      episodeId = id
      isClaimed = false
      const unsubscribe = state.subscribe(onStateChange)
      onStateChange()
      return () => {
        unsubscribe()
        episodeId = null
        holder.stopWaiting()
        deps.onLost(null)
        void holder.settle()
      }
    },
    async claim() {
      if (episodeId === null) return 'unreachable'
      holder.drop()
      isClaimed = true
      await holder.settle()
      if (holder.heldEpisode() !== null) return 'held'
      return isLost || wantedEpisode() === null ? 'lost' : 'unreachable'
    },
    onTakenOver: holder.onTakenOver,
    onSocketState(newState) {
      socketState = newState
      if (newState === 'waiting' || newState === 'attempts_exhausted') wasDisconnected = true
      if (newState !== 'open' || !wasDisconnected) return
      wasDisconnected = false
      // Takeovers during the disconnect were missed.
      holder.drop()
      void holder.settle()
    },
    onPageHide() {
      isPageHidden = true
      void holder.settle()
    },
    onPageShow() {
      isPageHidden = false
      void holder.settle()
    },
  }
}

/** Holds the lease of the wanted episode, by one request at a time. */
function createLeaseHolder(
  deps: Pick<LeaseDependencies, 'schedule' | 'acquire' | 'release' | 'onLost'>,
  {
    wantedEpisode,
    isConnected,
    onLost,
  }: {
    wantedEpisode: () => number | null
    /** Whether a socket would report a takeover. */
    isConnected: () => boolean
    onLost: (lost: LeaseLost) => void
  },
) {
  let held: { id: number; episodeId: number } | null = null
  let isSettling = false
  let settled = Promise.resolve()
  let cancelTimer: (() => void) | undefined
  /** Takeovers reported while a request is in flight; its response may name a lease that is already gone. */
  const takenOver = new Map<number, TakenOverBy>()

  function lose(lost: LeaseLost) {
    held = null
    onLost(lost)
  }

  /** @returns whether the server responded. */
  async function acquireFor(wanted: number): Promise<boolean> {
    held = null
    takenOver.clear()
    const result = await deps.acquire(wanted)
    if (result === 'unreachable') return false
    if ('streams' in result) {
      // If playback has stopped meanwhile, the denial no longer matters.
      if (wantedEpisode() !== null) lose(result)
      return true
    }
    const by = takenOver.get(result.id)
    if (by) lose({ by })
    else {
      held = { id: result.id, episodeId: wanted }
      deps.onLost(null)
    }
    return true
  }

  function settle(): Promise<void> {
    if (!isSettling) settled = settleAll()
    return settled
  }

  async function settleAll() {
    isSettling = true
    let ms = renewInterval_ms
    for (;;) {
      const wanted = wantedEpisode()
      if (wanted === (held?.episodeId ?? null)) break
      if (wanted !== null) {
        if (await acquireFor(wanted)) continue
        ms = retryDelay_ms
        break
      }
      const released = held
      held = null
      if (released) await deps.release(released.id)
    }
    isSettling = false
    cancelTimer?.()
    cancelTimer = wantedEpisode() === null ? undefined : deps.schedule(ms, renew)
  }

  /** Also runs periodically: without a socket the lease may be lost unnoticed, so it is acquired again. */
  function renew() {
    cancelTimer = undefined
    if (!isConnected() && wantedEpisode() !== null) held = null
    void settle()
  }

  return {
    heldEpisode: () => held?.episodeId ?? null,
    /** Whether a request is scheduled. */
    isWaiting: () => cancelTimer !== undefined,
    settle,
    /** Forgets the lease, so that it is acquired again. */
    drop() {
      held = null
    },
    stopWaiting() {
      cancelTimer?.()
      cancelTimer = undefined
    },
    onTakenOver(stream_id: number, by: TakenOverBy) {
      if (held?.id === stream_id) lose({ by })
      else if (isSettling) takenOver.set(stream_id, by)
    },
  }
}

/**
 * Acquires a stream lease for an episode, replacing `take_over` if given.
 * @param options.position playhead in seconds.
 * @throws ApiError other than `too_many_streams`, and network errors.
 */
export async function acquireLease(
  episode_id: number,
  options: { take_over?: number | undefined; position?: number } = {},
): Promise<Exclude<LeaseResult, 'unreachable'>> {
  try {
    const { take_over, position } = options
    const body = {
      player: playerInstanceId(),
      ...(take_over !== undefined && { take_over }),
      ...(position !== undefined && { position }),
    }
    return await apiRequest(startStream, { params: { id: String(episode_id) }, body })
  } catch (error) {
    if (isApiError(error, 'too_many_streams')) return { streams: error.problem.streams ?? [] }
    throw error
  }
}

/** Releases a lease with `keepalive`. A lease whose release fails expires. */
export async function releaseLease(id: number): Promise<void> {
  await apiRequest(endStream, { params: { id: String(id) } }, { keepalive: true }).catch(() => {})
}

const storageKey = 'hanpyeon.player-instance-id'

const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

let instanceId: string | undefined

/**
 * Returns the player instance id of this tab. It survives a reload, so that the tab is not denied because of
 * its own lease; without storage it lives as long as the page.
 */
export function playerInstanceId(): string {
  if (instanceId) return instanceId
  instanceId = sessionStore.getItem(storageKey) ?? randomId()
  sessionStore.setItem(storageKey, instanceId)
  return instanceId
}

import type { Video } from '#contract/contents/playback.ts'
import {
  WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { authStore } from '#web/session/auth-store.ts'
import { sendProgress, outboxOf } from '#web/session/progress-outbox-sync.ts'
import {
  type Schedule,
  connectWebSocket,
  createReconnectingSocket,
} from '#web/api/reconnecting-socket.ts'
import type { PlayerContextValue } from '#web/features/player/core/player-context.tsx'
import { nextCardStart } from '#web/features/player/overlays/next-episode.ts'
import { type Claim, createStreamLease } from '#web/features/player/leases/stream-lease.ts'
import { releaseLease, acquireLease } from '#web/features/player/leases/lease-requests.ts'
import { createProgressReporter } from './progress-reporter.ts'
import { trackProgress } from './progress-tracker.ts'
import type { FactStore, MediaState } from '#web/features/player/core/media-state.ts'

/** A member's progress and place, from the page of the player to the server. Fetched for members alone. */
export type ProgressSync = {
  /** Follows this film; returns how to stop. */
  film(video: Video): () => void
  /** Takes the stream slot anew. */
  claim(): Promise<Claim>
  /** The next episode was chosen: whoever does that at the ending has seen this one. */
  pass(): void
  close(): void
}

const after: Schedule = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function startProgressSync(
  { player, chrome }: PlayerContextValue,
  member_id: number,
): ProgressSync {
  const { facts, wishes } = player
  let current: {
    video: Video
    tracked: ReturnType<typeof trackProgress>
    other: ReturnType<typeof createCrossDeviceResume>
  } | null = null

  const socket = createReconnectingSocket({
    connect: connectWebSocket(watchSocketPath),
    after,
    wanted: () => !facts.get().paused,
    final: [socketCloseCodes.session_ended],
    onState(state) {
      reporter.socketIs(state)
      stream.socketIs(state)
      if (state === 'ended') void authStore.check()
    },
    onAnswer(text) {
      const answer = read(text)
      if (answer?.type === 'stream_ended') stream.ended(answer.stream_id, answer.by)
      else if (answer) reporter.answered(answer)
    },
  })
  const reporter = createProgressReporter({
    socket,
    queue: outboxOf(member_id),
    post: sendProgress,
    onElsewhere({ episode_id, progress }) {
      if (current?.video.episode.id === episode_id) current.other.hear(progress)
    },
  })

  const stream = createStreamLease({
    ...{ facts, after },
    pause: () => wishes.pause(),
    take: (episode_id) =>
      acquireLease(episode_id, { position: facts.get().time }).catch(() => 'unreachable' as const),
    end: releaseLease,
    onLost: (stream_lost) => chrome.set({ stream_lost }),
  })

  /** Opened by playing; once open it stays through a pause, to hear where other screens are. */
  function openWhilePlaying() {
    const { started, paused } = facts.get()
    if (started && !paused) socket.open()
  }

  function leave() {
    const progress = current?.tracked.unreported() ?? null
    const episode_id = current?.video.episode.id
    reporter.leave(progress === null || episode_id === undefined ? null : { episode_id, progress })
  }

  /** A page that is hidden may be ended by the system without another word. */
  function hide() {
    if (document.visibilityState !== 'hidden') return
    if (socket.state === 'open') current?.tracked.report()
    else leave()
  }

  const stop = new AbortController()
  const { signal } = stop
  addEventListener('online', () => !facts.get().paused && socket.revive(), { signal })
  addEventListener('pagehide', leave, { signal })
  addEventListener('pagehide', () => stream.leave(), { signal })
  addEventListener('pageshow', () => stream.comeBack(), { signal })
  document.addEventListener('visibilitychange', hide, { signal })
  openWhilePlaying()
  const unsubscribe = facts.subscribe(openWhilePlaying)

  return {
    film(video) {
      const episode_id = video.episode.id
      const tracked = trackProgress({
        facts,
        after,
        report: (progress) => reporter.report({ episode_id, progress }),
      })
      const other = createCrossDeviceResume({
        facts,
        seekTo: (time) => wishes.seekTo(time),
        onElsewhere: (elsewhere_at) => chrome.set({ elsewhere_at }),
      })
      current = { video, tracked, other }
      const letGo = stream.film(episode_id)
      return () => {
        letGo()
        tracked.stop()
        other.stop()
        current = null
      }
    },
    claim: () => stream.claim(),
    pass() {
      if (!current) return
      const { duration, markers } = current.video
      if (facts.get().time >= nextCardStart(duration, markers)) current.tracked.pass()
    },
    close() {
      stop.abort()
      unsubscribe()
      // What has no answer yet goes once more, by a call that outlives the page.
      reporter.leave(null)
      socket.close()
    },
  }
}

function read(text: string): WatchSocketMessage | null {
  try {
    return WatchSocketMessage.parse(JSON.parse(text))
  } catch {
    // A word of a later version of the server.
    return null
  }
}

/** Nearer than this it is the same place. */
const near = 2

/**
 * D-43: what another screen of the member said of this film while it stood still here. Playing goes on there; a jump by
 * hand is the viewer's own choice and stays.
 */
export function createCrossDeviceResume(parts: {
  facts: FactStore<MediaState>
  seekTo: (time: number) => void
  /** Seconds where another screen is, null where that is of no interest any more. */
  onElsewhere: (at: number | null) => void
}): { hear(at: number): void; stop(): void } {
  const { facts } = parts
  let elsewhere: number | null = null

  function become(at: number | null) {
    if (at === elsewhere) return
    elsewhere = at
    parts.onElsewhere(at)
  }

  function look() {
    if (elsewhere === null) return
    const { paused, seeking } = facts.get()
    if (seeking) become(null)
    else if (!paused) {
      const at = elsewhere
      become(null)
      parts.seekTo(at)
    }
  }

  const unsubscribe = facts.subscribe(look)
  return {
    hear(at) {
      const { paused, time, duration } = facts.get()
      if (!paused) return
      // At its very end there is nothing to go on with.
      become(Math.abs(at - time) < near || at >= duration - 1 ? null : at)
    },
    stop() {
      unsubscribe()
      become(null)
    },
  }
}

import type { Video } from '#contract/contents/playback.ts'
import {
  WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { auth } from '#web/session/auth-store.ts'
import { postProgress, queueOf } from '#web/session/progress-outbox-sync.ts'
import { type After, browserConnect, createWatchSocket } from '#web/api/reconnecting-socket.ts'
import type { PlayerContext } from '#web/features/player/core/player-context.tsx'
import { cardStart } from '#web/features/player/overlays/next-episode.ts'
import { type Claim, holdStream } from '#web/features/player/leases/stream-lease.ts'
import { endStream, takeStream } from '#web/features/player/leases/lease-requests.ts'
import { createReporter } from './progress-reporter.ts'
import { trackFilm } from './progress-tracker.ts'
import type { FactStore, Facts } from '#web/features/player/core/media-state.ts'

/** A member's progress and place, from the page of the player to the server. Fetched for members alone. */
export type Following = {
  /** Follows this film; returns how to stop. */
  film(video: Video): () => void
  /** Takes the stream slot anew. */
  claim(): Promise<Claim>
  /** The next episode was chosen: whoever does that at the ending has seen this one. */
  pass(): void
  close(): void
}

const after: After = (ms, run) => {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

export function followProgress({ player, chrome }: PlayerContext, member_id: number): Following {
  const { facts, wishes } = player
  let current: {
    video: Video
    tracked: ReturnType<typeof trackFilm>
    other: ReturnType<typeof handOver>
  } | null = null

  const socket = createWatchSocket({
    connect: browserConnect(watchSocketPath),
    after,
    wanted: () => !facts.get().paused,
    final: [socketCloseCodes.session_ended],
    onState(state) {
      reporter.socketIs(state)
      stream.socketIs(state)
      if (state === 'ended') void auth.check()
    },
    onAnswer(text) {
      const answer = read(text)
      if (answer?.type === 'stream_ended') stream.ended(answer.stream_id, answer.by)
      else if (answer) reporter.answered(answer)
    },
  })
  const reporter = createReporter({
    socket,
    queue: queueOf(member_id),
    post: postProgress,
    onElsewhere({ episode_id, progress }) {
      if (current?.video.episode.id === episode_id) current.other.hear(progress)
    },
  })

  const stream = holdStream({
    ...{ facts, after },
    pause: () => wishes.pause(),
    take: (episode_id) =>
      takeStream(episode_id, { position: facts.get().time }).catch(() => 'unreachable' as const),
    end: endStream,
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
      const tracked = trackFilm({
        facts,
        after,
        report: (progress) => reporter.report({ episode_id, progress }),
      })
      const other = handOver({
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
      if (facts.get().time >= cardStart(duration, markers)) current.tracked.pass()
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
export function handOver(parts: {
  facts: FactStore<Facts>
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

import type { Video } from '#contract/contents/playback.ts'
import {
  WatchSocketMessage,
  socketCloseCodes,
  watchSocketPath,
} from '#contract/contents/watch-history.ts'
import { auth } from '#web/data/auth.ts'
import { postProgress, queueOf } from '#web/data/send-progress.ts'
import { type After, browserConnect, createWatchSocket } from '#web/data/watch-socket.ts'
import type { PlayerContext } from '../chrome.ts'
import { cardStart } from '../next-episode.ts'
import { type Claim, holdStream } from '../streams/hold-stream.ts'
import { endStream, takeStream } from '../streams/take-stream.ts'
import { handOver } from './hand-over.ts'
import { createReporter } from './reporter.ts'
import { trackFilm } from './track-film.ts'

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
